// Waiting for a free worker: bounded, and fair between accounts.

export interface Queue {
  /** Whether a call would be refused now; a look without a promise. */
  readonly isFull: boolean;
  readonly running: number;
  readonly waiting: number;
  /**
   * Resolves with a place among the running ones; dispose it to give the place back.
   * @throws {@link QueueFull} at once, {@link WaitedTooLong} after `maxWaitMs`, or the signal's reason
   */
  enter(accountId: string, options: { signal: AbortSignal; maxWaitMs: number }): Promise<Disposable>;
}

export class QueueFull extends Error {}
export class WaitedTooLong extends Error {}
