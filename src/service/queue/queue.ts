// A queue for a limited number of slots: bounded, and fair between accounts.

export interface Queue {
  /** Whether a caller with such work would be refused now; only a snapshot. */
  isFull(isShort: boolean): boolean;
  readonly running: number;
  readonly waiting: number;
  /** Whether a slot for such work would be given at once; only a snapshot. */
  hasFree(isShort: boolean): boolean;
  /**
   * Resolves with a slot; dispose of it to release the slot.
   * @throws {@link QueueFull} at once, {@link WaitedTooLong} after `maxWaitMs`, or the signal's reason
   */
  acquire(accountId: string, options: Acquisition): Promise<Disposable>;
}

export interface Acquisition {
  signal: AbortSignal;
  maxWaitMs: number;
  /** What has the slot will not have it for long. */
  isShort?: boolean;
}

export class QueueFull extends Error {}
export class WaitedTooLong extends Error {}
