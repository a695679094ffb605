// A forked process as a job sees it.
import { Breakdown } from '#core/breakdown.ts';

/** A process for one job; disposing it ends the process and removes its folder. */
export interface Child extends AsyncDisposable {
  /** The folder for the child's files, as seen from outside. */
  readonly folder: string;
  /** Puts a copy of a file into the child's folder. */
  copyIn(file: string, name: string): Promise<void>;
  /** Sends a line of tab-separated fields: a verb, then its arguments. */
  say(verb: string, ...fields: string[]): void;
  /** Calls `onLine` with every line that the child writes from now on. */
  listen(onLine: (fields: string[]) => void): void;
  /** Resolves when the child has ended, with the reason; `hasBegun` tells whether it could take a document before. */
  readonly ended: Promise<ChildEnd>;
  /** Lowers the child's priority. */
  giveWay(): void;
  /** Counts the child as killed before it was done. */
  countKilled(): void;
  /** Ends the child, and waits until it is gone and its files cannot change any more. */
  end(): Promise<void>;
}

export interface ChildEnd {
  how: string;
  hasBegun: boolean;
}

/** Returns the cause of a failure from the `how` of {@link ChildEnd} of a child that ended by itself. An exit is not a breakdown. */
export function breakdownOf(how: string): Error {
  const by = /^(signal \d+|memory|SIG[A-Z]+)/.exec(how)?.[0];
  return by === undefined ? new Error(how) : new Breakdown(by, { cause: new Error(how) });
}

/** The reason for the end of a child whose program is gone. */
export const withServer = 'with the server';

/** Thrown when there is no child for a document, so that the program must start for it. */
export class NoChild extends Error {}
