// A queue for a limited number of slots: bounded, and fair between accounts.

export interface Queue {
  /** Whether a caller would be refused now; only a snapshot. */
  readonly isFull: boolean;
  readonly running: number;
  readonly waiting: number;
  /**
   * Resolves with a slot; dispose of it to release the slot.
   * @throws {@link QueueFull} at once, {@link WaitedTooLong} after `maxWaitMs`, or the signal's reason
   */
  acquire(accountId: string, options: { signal: AbortSignal; maxWaitMs: number }): Promise<Disposable>;
}

export class QueueFull extends Error {}
export class WaitedTooLong extends Error {}
