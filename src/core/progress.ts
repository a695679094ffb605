// How far a conversion is, as jobs report it.

export interface Progress {
  done: number;
  of: number;
  unit: 'pages' | 'files' | 'steps';
}

/** Called after each page that is read, with the number of pages of the document. */
export type OnPage = (done: number, of: number) => void;

/** Receives the progress of a conversion; it returns at once and never throws. */
export type OnProgress = (progress: Progress) => void;
