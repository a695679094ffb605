// A forked process as a job sees it.

/** A process for one job; disposing it ends the process and removes its folder. */
export interface Child extends AsyncDisposable {
  /** The folder that the child has for its files, from outside. */
  readonly folder: string;
  /** Puts a copy of a file into its folder. */
  copyIn(file: string, name: string): Promise<void>;
  /** A line of tab-separated fields to it: a verb, then its arguments. */
  say(verb: string, ...fields: string[]): void;
  /** Takes every line that it says from now on. */
  listen(onLine: (fields: string[]) => void): void;
  /** Resolves with how it ended; `hasBegun` tells whether it could take a document before that. */
  readonly ended: Promise<ChildEnd>;
  /** Counts it as ended before it was done. */
  countKilled(): void;
  /** Ends it; it is gone when this resolves, and its files cannot change any more. */
  end(): Promise<void>;
}

export interface ChildEnd {
  how: string;
  hasBegun: boolean;
}

/** There is no child for this document: its program is to be started for it. */
export class NoChild extends Error {}
