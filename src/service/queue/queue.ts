// A queue for a limited number of slots: bounded, and fair between accounts.

export interface Queue {
  /** Whether the queue is full; or, for an account, whether it would be refused. Only a snapshot. */
  isFull(work?: Work, accountId?: string): boolean;
  readonly running: number;
  readonly waiting: number;
  /** Whether such work would get a slot at once; only a snapshot. */
  hasFree(work?: Work, accountId?: string): boolean;
  /**
   * The seconds until a minute has passed since another account had to wait; 0 when it has. Visitors, accounts that burn time and
   * very short waits do not count.
   */
  secondsOfOthers(accountId: string): number;
  /**
   * Resolves with a slot; dispose of it to release the slot.
   * @throws {@link QueueFull} at once, or when an account that has less in the queue needs the place; {@link WaitedTooLong} after
   *   `maxWaitMs`; or the signal's reason
   */
  acquire(accountId: string, options: Acquisition): Promise<Disposable>;
}

/** Describes the work that needs a slot. */
export interface Work {
  /** It will not take long. */
  isShort?: boolean;
  /** It is a visitor's: those without an account share a part of the slots. */
  isVisitor?: boolean;
  /** The typical duration of such work. */
  typicalMs?: number;
  /** How many times it was put back to start again; undefined for work that somebody waits for. */
  putBack?: number;
}

export interface Acquisition extends Work {
  signal: AbortSignal;
  /** Without it, the work waits as long as it must. */
  maxWaitMs?: number;
  /** Present if the work can continue in overtime, or be ended when it takes too long. */
  yielding?: { giveWay(): void; end(ranMs: number): void };
}

export class QueueFull extends Error {}
export class WaitedTooLong extends Error {}
