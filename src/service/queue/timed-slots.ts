// Slots whose virtual time is kept in this process.
import { Slots, type Work } from './slots.ts';
import { VirtualTime } from './virtual-time.ts';

export class TimedSlots extends Slots {
  readonly #time = new VirtualTime();

  /** Returns the virtual seconds that an account has used, including its running work. */
  usedBy(accountId: string): number {
    return Math.max(this.#time.startOf(accountId), this.reachedBy(accountId) ?? 0);
  }

  /** Starts work; disposing the result frees its slot, charges its real duration, and calls `onFree`. */
  occupy(work: Omit<Work, 'start'>, chosen: Parameters<Slots['begin']>[1], onFree = (): void => {}): Disposable {
    const { start, correct } = this.#time.charge(work.accountId, work.typicalMs);
    const item = this.begin({ ...work, start }, chosen);
    return {
      [Symbol.dispose]: () => {
        if (!this.leave(item)) return;
        correct(performance.now() - item.began);
        onFree();
      },
    };
  }

  /** Makes all accounts equal again. */
  reset(): void {
    this.#time.reset();
  }
}
