// Overtime: work that takes far longer than its kind usually does, while somebody waits who has used less, gives its slot free and
// goes on beside the slots at low priority. There is room for one or two; when it is full, the one that has overrun most is ended.

/** Work in a slot, or in overtime. */
export interface Work {
  accountId: string;
  /** When it began, by `performance.now()`. */
  began: number;
  /** What work of its kind usually takes. */
  usualMs: number;
  /** Of a visitor, or of an account that burns its time. */
  isLast: boolean;
  /** Of one that burns its time. */
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

/** Whether work has had all the time that nothing is ended before, if it is no visitor's. */
export const hasOverrun = (ranMs: number, usualMs: number): boolean => ranMs >= within(mercy, mercy.times * usualMs);

/** The places of overtime beside so many slots. */
export const overtimePlaces = (slots: number): number => Math.min(2, Math.max(1, Math.floor(slots / 2)));

export class Overtime<Item extends Work> {
  readonly #places: number;
  readonly #items = new Set<Item>();
  /** Ended, but still holding on to what it has for a moment. */
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

  /** The milliseconds until this work can be asked for its slot by somebody who waits; 0 when it can be now. */
  patienceLeft(item: Item, waiter: Pick<Work, 'isLast'>, now: number): number {
    if (item.isLast && !waiter.isLast) return 0;
    const usual = item.isWasteful ? 0 : patience.times * item.usualMs;
    return Math.max(0, item.began + within(patience, usual) - now);
  }

  /** Takes over what has to give its slot to somebody who waits, or ends it; false when there is no place, and nothing that may be ended. */
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

  /** Ends what has overrun most, of those that are here and the one that comes. */
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
