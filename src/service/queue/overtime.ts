// Overtime: work that takes far longer than its kind usually does gives up its slot to an account that has used less, and
// continues beside the slots at low priority. There is room for one or two; when it is full, the one that has overrun most is ended.
// Work that nobody waits for is not ended but put back, to start again later, in overtime, where it then has a growing time of its
// own: a multi-level feedback queue (Corbató, 1962).

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
  /** How many times it has been put back; undefined for work that somebody waits for, which is ended instead. */
  putBack?: number | undefined;
  /** Its processes give way to those of others. */
  giveWay(): void;
  /** Ends it, for having run too long, or puts it back. */
  end(ranMs: number): void;
}

/** How many times its usual time something may take before it gives its slot free, within these bounds. */
const patience = { times: 4, minMs: 400, maxMs: 5_000 };
/** The same for work that nobody waits for: an account with nothing running starts within five seconds, whatever runs. */
const asyncPatience = { ...patience, maxMs: 2_500 };
/** How many times its usual time it may take before it can be ended, within these bounds. */
const mercy = { times: 10, minMs: 5_000, maxMs: 30_000 };

/** How long work that nobody waits for may run before it gives its slot free. */
export const asyncPatienceMs = (usualMs: number): number => within(asyncPatience, asyncPatience.times * usualMs);

/** The time in overtime before which work that nobody waits for is not put back; twice as long each time that it was. */
const firstTurnMs = 30_000;
/** Work that was put back so often is not put back again. */
const maxPutBack = 6;

/** Whether work has had the time before which nothing is ended, unless it belongs to a visitor. */
export const hasOverrun = (ranMs: number, usualMs: number): boolean => ranMs >= within(mercy, mercy.times * usualMs);

/** The places of overtime beside so many slots. */
export const overtimePlaces = (slots: number): number => Math.min(2, Math.max(1, Math.floor(slots / 2)));

export class Overtime<Item extends Work> {
  readonly #places: number;
  /** With the time at which they came here. */
  readonly #items = new Map<Item, number>();
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
    const usualMs = item.isWasteful ? 0 : item.usualMs;
    const ms = item.putBack === undefined ? within(patience, patience.times * usualMs) : asyncPatienceMs(usualMs);
    return Math.max(0, item.began + ms - now);
  }

  /** The milliseconds until work that was put back can begin here; 0 when it can now, or when it could instead of some work `mayReplace`. */
  roomIn(waiter: Pick<Work, 'isLast'>, now: number, mayReplace: (item: Item) => boolean): number {
    if (this.#items.size < this.#places) return 0;
    return Math.min(...[...this.#items.keys()].filter(mayReplace).map((item) => this.#turnLeft(item, waiter, now)));
  }

  /** Ends the work that has overrun most where there is no room for work that was put back: see {@link roomIn}. */
  makeRoom(waiter: Pick<Work, 'isLast'>, now: number, mayReplace: (item: Item) => boolean): void {
    if (this.#items.size < this.#places) return;
    const replaceable = (item: Item) => mayReplace(item) && this.#turnLeft(item, waiter, now) === 0;
    this.#end([...this.#items.keys()].filter(replaceable), now);
  }

  /** Work that was put back begins here. */
  enter(item: Item, now: number): void {
    this.#items.set(item, now);
    item.giveWay();
  }

  /** Takes over work that has to give its slot to a waiter, or ends it; false when there is no place and nothing may be ended. */
  admit(item: Item, waiter: Pick<Work, 'isLast'>, now: number): boolean {
    if (this.#items.size >= this.#places) {
      const ended = this.#endOne(item, waiter, now);
      if (ended === undefined || ended === item) return ended === item;
    }
    this.#items.set(item, now);
    item.giveWay();
    return true;
  }

  leave(item: Item): void {
    this.#items.delete(item);
  }

  /** Ends the work that has overrun most, among the works in overtime and the new one. */
  #endOne(coming: Item, waiter: Pick<Work, 'isLast'>, now: number): Item | undefined {
    const mayBeEnded = (item: Item) => {
      if (item.putBack !== undefined) return item === coming || this.#turnLeft(item, waiter, now) === 0;
      const bounds = item.isLast && !waiter.isLast ? patience : mercy;
      return item.isWasteful || now - item.began >= within(bounds, bounds.times * item.usualMs);
    };
    return this.#end([...this.#items.keys(), coming].filter(mayBeEnded), now);
  }

  /** Ends the one of these that has overrun most. */
  #end(items: readonly Item[], now: number): Item | undefined {
    const [worst] = items.toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now));
    if (worst === undefined) return undefined;
    this.#items.delete(worst);
    this.#ended.add(worst);
    worst.end(now - worst.began);
    return worst;
  }

  /** The milliseconds before work in overtime can be put back for other work that was. */
  #turnLeft(item: Item, waiter: Pick<Work, 'isLast'>, now: number): number {
    const { putBack, isLast } = item;
    if (putBack !== undefined && isLast && !waiter.isLast) return 0;
    if (putBack === undefined || putBack >= maxPutBack) return Infinity;
    return Math.max(0, (this.#items.get(item) ?? now) + firstTurnMs * 2 ** putBack - now);
  }
}

/** How many times its usual time it has taken. */
export const overrunOf = ({ began, usualMs }: Pick<Work, 'began' | 'usualMs'>, now: number): number =>
  (now - began) / usualMs;

const within = ({ minMs, maxMs }: { minMs: number; maxMs: number }, ms: number) => Math.min(maxMs, Math.max(minMs, ms));
