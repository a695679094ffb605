// A queue for a limited number of slots: bounded, and fair between accounts.

export interface Queue {
  /** Returns whether the queue is full or, for an account, whether its work would be refused. Only a snapshot. */
  isFull(work?: Work, accountId?: string): boolean;
  readonly running: number;
  readonly waiting: number;
  /** Returns whether such work would get a slot at once. Only a snapshot. */
  hasFree(work?: Work, accountId?: string): boolean;
  /**
   * Returns the seconds until a minute has passed since another account had to wait; 0 afterwards. Visitors, accounts that burn time and
   * very short waits do not count.
   */
  secondsOfOthers(accountId: string): number;
  /**
   * Waits for a slot; dispose of it to release it.
   * @throws {@link QueueFull} at once, or when an account with less in the queue needs the place; {@link WaitedTooLong} after
   *   `maxWaitMs`; or the signal's reason
   */
  acquire(accountId: string, options: Acquisition): Promise<Disposable>;
}

/** Describes the work that needs a slot. */
export interface Work {
  /** Whether the work is short. */
  isShort?: boolean;
  /** Whether the work belongs to a visitor without an account; visitors share a part of the slots. */
  isVisitor?: boolean;
  /** The typical duration of such work. */
  typicalMs?: number;
  /** How many times the work was put back to start again; undefined for work that somebody waits for. */
  putBack?: number;
}

export interface Acquisition extends Work {
  signal: AbortSignal;
  /** The maximum wait; unlimited by default. */
  maxWaitMs?: number;
  /** Present if the work can continue in overtime, or be ended when it takes too long. */
  yielding?: { giveWay(): void; end(ranMs: number): void };
}

export class QueueFull extends Error {}
export class WaitedTooLong extends Error {}
