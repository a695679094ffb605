// Overtime: work that takes far longer than its kind usually does gives up its slot to an account that has used less, and
// goes on beside the slots at low priority. There is room for one or two; when it is full, the one that has overrun most is ended.

/** Work in a slot, or in overtime. */
export interface Work {
  accountId: string;
  /** When it began, by `performance.now()`. */
  began: number;
  /** The usual duration of work of its kind. */
  usualMs: number;
  /** Whether it belongs to a visitor, or to an account that burns its time. */
  isLast: boolean;
  /** Whether it belongs to an account that burns its time. */
  isWasteful: boolean;
  /** Its processes give way to those of others. */
  giveWay(): void;
  /** Ends it, for having run too long. */
  end(ranMs: number): void;
}

/** How many times its usual time something may take before it gives its slot free, within these bounds. */
const patience = { times: 4, minMs: 400, maxMs: 5_000 };
/** How many times its usual time it may take before it can be ended, within these bounds. */
const mercy = { times: 10, minMs: 5_000, maxMs: 30_000 };

/** Whether work has had the time before which nothing is ended, unless it belongs to a visitor. */
export const hasOverrun = (ranMs: number, usualMs: number): boolean => ranMs >= within(mercy, mercy.times * usualMs);

/** The places of overtime beside so many slots. */
export const overtimePlaces = (slots: number): number => Math.min(2, Math.max(1, Math.floor(slots / 2)));

export class Overtime<Item extends Work> {
  readonly #places: number;
  readonly #items = new Set<Item>();
  /** Ended, but still holding its resources for a moment. */
  readonly #ended = new WeakSet<Item>();

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#items.size;
  }

  /** Whether it has given its slot free. */
  has(item: Item): boolean {
    return this.#items.has(item) || this.#ended.has(item);
  }

  /** The milliseconds until a waiter can ask this work for its slot; 0 when it can now. */
  patienceLeft(item: Item, waiter: Pick<Work, 'isLast'>, now: number): number {
    if (item.isLast && !waiter.isLast) return 0;
    const usual = item.isWasteful ? 0 : patience.times * item.usualMs;
    return Math.max(0, item.began + within(patience, usual) - now);
  }

  /** Takes over work that has to give its slot to a waiter, or ends it; false when there is no place and nothing may be ended. */
  admit(item: Item, waiter: Pick<Work, 'isLast'>, now: number): boolean {
    if (this.#items.size >= this.#places) {
      const ended = this.#endOne(item, waiter, now);
      if (ended === undefined || ended === item) return ended === item;
    }
    this.#items.add(item);
    item.giveWay();
    return true;
  }

  leave(item: Item): void {
    this.#items.delete(item);
  }

  /** Ends the work that has overrun most, among the works in overtime and the new one. */
  #endOne(coming: Item, waiter: Pick<Work, 'isLast'>, now: number): Item | undefined {
    const mayBeEnded = (item: Item) => {
      const bounds = item.isLast && !waiter.isLast ? patience : mercy;
      return item.isWasteful || now - item.began >= within(bounds, bounds.times * item.usualMs);
    };
    const [worst] = [...this.#items, coming]
      .filter(mayBeEnded)
      .toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now));
    if (worst === undefined) return undefined;
    this.#items.delete(worst);
    this.#ended.add(worst);
    worst.end(now - worst.began);
    return worst;
  }
}

/** How many times its usual time it has taken. */
export const overrunOf = ({ began, usualMs }: Pick<Work, 'began' | 'usualMs'>, now: number): number =>
  (now - began) / usualMs;

const within = ({ minMs, maxMs }: { minMs: number; maxMs: number }, ms: number) => Math.min(maxMs, Math.max(minMs, ms));
