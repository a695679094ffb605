// The slots of one kind: the work in them, the turns of the accounts, and the work that goes on beside them.
import { Overtime, overtimePlaces, type Work as OvertimeWork } from './overtime.ts';
import type { Acquisition } from './queue.ts';
import { counted, Turns } from './turns.ts';

/** Work in a slot. */
export interface Held extends OvertimeWork {
  overtime: Acquisition['overtime'];
}

export class Slots {
  readonly #limit: () => number;
  readonly overtime: Overtime<Held>;
  readonly #held = new Set<Held>();
  readonly #turns = new Turns();

  /** `limit` never exceeds `most`. */
  constructor(most: number, limit: () => number = () => most) {
    this.#limit = limit;
    this.overtime = new Overtime(overtimePlaces(most));
  }

  get limit(): number {
    return this.#limit();
  }

  /** How much work has begun and not ended, in the slots or beside them. */
  get running(): number {
    return this.#held.size;
  }

  /** The work that is not beside the slots. */
  busy(): Held[] {
    return [...this.#held].filter((item) => !this.overtime.has(item));
  }

  /** Virtual seconds of the account, with what its work has overrun so far. */
  usedBy(accountId: string, now: number): number {
    const overrun = [...this.#held]
      .filter((item) => item.accountId === accountId)
      .reduce((sum, { began, usualMs }) => sum + Math.max(0, now - began - usualMs), 0);
    return this.#turns.startOf(accountId) + overrun / 1000;
  }

  /** Whether the account of a waiter has used less than that of some work. */
  hasUsedLess(waiter: { accountId: string }, item: Held, now: number): boolean {
    const { accountId } = waiter;
    return accountId !== item.accountId && this.usedBy(accountId, now) < this.usedBy(item.accountId, now);
  }

  /** Whether a waiter may ask some work for its slot: its account has used less, or has nothing running where nobody waits for that work. */
  mayDisplace(waiter: { accountId: string }, item: Held, now: number): boolean {
    const hasNone = () => [...this.#held].every(({ accountId }) => accountId !== waiter.accountId);
    return this.hasUsedLess(waiter, item, now) || (item.putBack !== undefined && hasNone());
  }

  /** The work begins; when it is disposed of, its slot is free, and `freed` is called. */
  hold(item: Held, freed: () => void): Disposable {
    const { accountId } = item;
    const expected = counted(item.usualMs / 1000);
    this.#turns.begin(accountId, expected);
    this.#held.add(item);
    return {
      [Symbol.dispose]: () => {
        if (!this.#held.delete(item)) return;
        this.overtime.leave(item);
        this.#turns.correct(accountId, counted((performance.now() - item.began) / 1000) - expected);
        freed();
      },
    };
  }

  /** When nothing runs or waits, all accounts are equal again. */
  reset(): void {
    this.#turns.reset();
  }
}
