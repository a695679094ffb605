// A forked process as a job sees it.
import { Breakdown } from '#core/breakdown.ts';

/** A process for one job; disposing it ends the process and removes its folder. */
export interface Child extends AsyncDisposable {
  /** The folder that the child has for its files, from outside. */
  readonly folder: string;
  /** Puts a copy of a file into its folder. */
  copyIn(file: string, name: string): Promise<void>;
  /** A line of tab-separated fields to it: a verb, then its arguments. */
  say(verb: string, ...fields: string[]): void;
  /** Is called with every line that it writes from now on. */
  listen(onLine: (fields: string[]) => void): void;
  /** Resolves with how it ended; `hasBegun` is whether it could take a document before that. */
  readonly ended: Promise<ChildEnd>;
  /** Lowers its priority. */
  giveWay(): void;
  /** Counts it as ended before it was done. */
  countKilled(): void;
  /** Ends it; it is gone when this resolves, and its files cannot change any more. */
  end(): Promise<void>;
}

export interface ChildEnd {
  how: string;
  hasBegun: boolean;
}

/** The cause of a failure: a child that has ended by itself, as `how` of {@link ChildEnd} has it. An exit is not a breakdown. */
export function breakdownOf(how: string): Error {
  const by = /^(signal \d+|memory|SIG[A-Z]+)/.exec(how)?.[0];
  return by === undefined ? new Error(how) : new Breakdown(by, { cause: new Error(how) });
}

/** How a child has ended whose program is gone. */
export const withServer = 'with the server';

/** There is no child for this document: its program must be started for it. */
export class NoChild extends Error {}
