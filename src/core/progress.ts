// How far a conversion is, as jobs report it.

export interface Progress {
  done: number;
  of: number;
  unit: 'pages' | 'files' | 'steps';
}

/** Receives the progress of a conversion; it returns at once and never throws. */
export type OnProgress = (progress: Progress) => void;
