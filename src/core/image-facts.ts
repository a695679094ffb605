// Facts about an image that became a PDF.

export interface ImageFacts {
  /** The pages, from 1, of truncated or otherwise damaged images, which show only the readable part. */
  damaged: number[];
  /** Those whose samples were scaled: they are no counts from black to white. */
  scaled: number[];
}
