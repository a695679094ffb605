// Slots for one kind of work, and the work in overtime beside them: applies the decisions of the model. The caller keeps the waiting
// work and, unless it uses `TimedSlots`, the virtual time.
import {
  nextInSlot,
  overtimeBeside,
  relief,
  type Line,
  type Party,
  type Relief,
  type Running,
  type Waiting,
} from './model.ts';

/** How work yields to other work. */
export interface Yielding {
  giveWay(): void;
  /** Ends work that has run too long, or puts it back. */
  end(ranMs: number): void;
}

/** Work that begins. */
export interface Work extends Party {
  typicalMs: number;
  putBack?: number | undefined;
  /** The start in virtual time, in seconds. */
  start: number;
  /** Absent when the work can neither give way nor end early. */
  yielding?: Yielding | undefined;
}

/** Work in a slot or in overtime. */
export type Item = Omit<Running, 'used'> & Work;

export interface Busy extends Running {
  item: Item;
}

export class Slots {
  readonly #limit: () => number;
  readonly #overtime: number;
  readonly #items = new Set<Item>();

  /** `limit` never exceeds `most`. */
  constructor(most: number, limit: () => number = () => most) {
    this.#limit = limit;
    this.#overtime = overtimeBeside(most);
  }

  get running(): number {
    return this.#items.size;
  }

  /** Returns the virtual seconds that an account's running work has reached; undefined without running work. */
  reachedBy(accountId: string, now = performance.now()): number | undefined {
    const own = [...this.#items].filter((item) => item.accountId === accountId);
    return own.length === 0 ? undefined : Math.max(...own.map((item) => reached(item, now)));
  }

  /** Returns the work that can start in a free slot, in order of preference. */
  startable<W extends Waiting>(waiting: readonly W[]): W[] {
    return nextInSlot(this.#line(waiting));
  }

  /** Chooses the work that can start now, in a free slot or in place of other work, or returns the milliseconds until some may. */
  choose<W extends Waiting>(waiting: readonly W[]): Relief<W, Busy> | number {
    const line = this.#line(waiting);
    const start = nextInSlot(line);
    return start.length > 0 ? { start, isInSlot: true } : relief(line);
  }

  /** Starts work, in place of the work chosen to leave. */
  begin(
    work: Work,
    { displaced, ended, isInSlot }: Pick<Relief<Waiting, Busy>, 'displaced' | 'ended' | 'isInSlot'>,
  ): Item {
    const began = performance.now();
    if (ended !== undefined) {
      ended.item.isEnded = true;
      ended.item.yielding?.end(began - ended.began);
    }
    if (displaced !== undefined && displaced !== ended) enterOvertime(displaced.item, began);
    const item: Item = { ...work, began, canYield: work.yielding !== undefined };
    if (!isInSlot) enterOvertime(item, began);
    // An account that wastes time gets only idle processor time.
    else if (work.isWasteful) work.yielding?.giveWay();
    this.#items.add(item);
    return item;
  }

  /** Records that the work has ended; false if it was already recorded. */
  leave(item: Item): boolean {
    return this.#items.delete(item);
  }

  #line<W extends Waiting>(waiting: readonly W[]): Line<W, Busy> {
    const now = performance.now();
    const running = [...this.#items].map((item) => ({ ...item, used: reached(item, now), item }));
    return { now, slots: this.#limit(), overtime: this.#overtime, waiting, running };
  }
}

/** Returns the virtual time that work has reached, which counts at least for its typical duration. */
const reached = ({ start, began, typicalMs }: Item, now: number): number =>
  start + Math.max(now - began, typicalMs) / 1000;

function enterOvertime(item: Item, now: number): void {
  item.overtimeSince = now;
  item.yielding?.giveWay();
}
