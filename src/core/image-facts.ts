// What is said of a picture that became a PDF.

export interface ImageFacts {
  /** The pages, from 1, of pictures that end early, or are damaged otherwise: they show what could be read. */
  damaged: number[];
  /** Those whose samples were scaled: they are no counts from black to white. */
  scaled: number[];
}
