// The queue of one process, in memory. Short work has slots of its own besides, so that a page is rotated while every other slot lays
// out a book; accounts share these by themselves.
import { whenAborted } from '#core/when-aborted.ts';
import {
  leastEntitled,
  nextInSlot,
  overtimeBeside,
  relief,
  type Line,
  type Party,
  type Running,
  type Waiting,
} from './model.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue, type Work } from './queue.ts';
import { Records } from './records.ts';
import { counted, VirtualTime } from './virtual-time.ts';
import { Waits } from './waits.ts';

interface Waiter extends Omit<Acquisition, 'signal' | 'maxWaitMs'> {
  accountId: string;
  /** When it came, by `performance.now()`. */
  came: number;
  start(slot: Disposable): void;
  refuse(reason: Error): void;
}

interface Item extends Omit<Running, 'used'> {
  yielding: Acquisition['yielding'];
}

interface Candidate extends Waiting {
  waiter: Waiter;
}

interface Busy extends Running {
  item: Item;
}

/** Slots for one kind of work, with a virtual time of their own. */
interface Kind {
  readonly isForShort: boolean;
  readonly overtime: number;
  readonly limit: () => number;
  readonly time: VirtualTime;
  readonly running: Set<Item>;
}

interface QueueSize {
  /** The number of slots. */
  workers: number;
  /** The number of further slots for short work. */
  shortWorkers?: number;
  /** The number of slots that other work has now: all but one can be. */
  busyElsewhere?: () => number;
  /** How much work can wait. */
  size: number;
  records?: Pick<Records, 'isWasteful'>;
}

const assumedMs = 500;

export const createInMemoryQueue = (options: QueueSize): Queue => new InMemoryQueue(options);

class InMemoryQueue implements Queue {
  readonly #size: number;
  readonly #records: Pick<Records, 'isWasteful'>;
  /** Slots for short work alone are taken last. */
  readonly #kinds: readonly Kind[];
  /** In the order in which they came. */
  #waiters: readonly Waiter[] = [];
  readonly #waits = new Waits();
  #look: NodeJS.Timeout | undefined;

  constructor({ workers, shortWorkers = 0, busyElsewhere = () => 0, size, records = new Records() }: QueueSize) {
    this.#size = size;
    this.#records = records;
    const kind = (slots: number, limit = () => slots, isForShort = false): Kind => ({
      isForShort,
      overtime: overtimeBeside(slots),
      limit,
      time: new VirtualTime(),
      running: new Set<Item>(),
    });
    this.#kinds = [kind(workers, () => Math.max(1, workers - busyElsewhere())), kind(shortWorkers, undefined, true)];
  }

  get running(): number {
    return this.#kinds.reduce((sum, { running }) => sum + running.size, 0);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  hasFree(work: Work = {}, accountId = ''): boolean {
    const one = { ...work, accountId, came: performance.now(), start() {}, refuse() {} };
    const waiters = [...this.#waiters, one];
    return this.#kinds.some((kind) => nextInSlot(this.#line(kind, waiters)).some(({ waiter }) => waiter === one));
  }

  isFull(work?: Work, accountId?: string): boolean {
    if (this.hasFree(work, accountId) || this.waiting < this.#size) return false;
    return accountId === undefined || this.#leastEntitled({ accountId, ...work }) === undefined;
  }

  secondsOfOthers(accountId: string): number {
    for (const waiter of this.#waiters) this.#noteWait(waiter);
    return this.#waits.ofOthers(accountId);
  }

  look(): void {
    if (this.waiting > 0) this.#advance();
  }

  async acquire(accountId: string, { signal, maxWaitMs, ...work }: Acquisition): Promise<Disposable> {
    signal.throwIfAborted();
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { ...work, accountId, came: performance.now(), start, refuse };
    this.#waiters = [...this.#waiters, waiter];
    this.#advance();
    if (!this.#waiters.includes(waiter)) return await promise;

    if (this.waiting > this.#size) this.#makeRoomFor(waiter);
    const giveUp = (reason: unknown) => {
      if (this.#leave(waiter)) refuse(reason);
    };
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(new WaitedTooLong()), maxWaitMs);
    using _leaving = whenAborted(signal, giveUp);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#noteWait(waiter);
    }
  }

  /** @throws {@link QueueFull} unless the last waiter of another account has to leave for it */
  #makeRoomFor(waiter: Waiter): void {
    this.#leave(waiter);
    const other = this.#leastEntitled(waiter);
    if (other === undefined) throw new QueueFull();
    this.#leave(other);
    other.refuse(new QueueFull());
    this.#waiters = [...this.#waiters, waiter];
  }

  #leastEntitled(newcomer: Work & { accountId: string }): Waiter | undefined {
    const waiting = this.#waiters.map((waiter) => ({ waiter, ...this.#partyOf(waiter) }));
    return leastEntitled(waiting, this.#partyOf(newcomer))?.waiter;
  }

  /** Starts whatever can start, in free slots first; then makes room for more. */
  #advance(): void {
    clearTimeout(this.#look);
    for (const kind of this.#kinds)
      for (let next = this.#next(kind); next !== undefined; next = this.#next(kind)) this.#begin(kind, next);
    if (this.waiting === 0) return;
    let soonest = Infinity;
    for (const kind of this.#kinds) {
      const made = relief(this.#line(kind));
      if (typeof made === 'number') {
        soonest = Math.min(soonest, made);
        continue;
      }
      const { start, displaced, ended } = made;
      const now = performance.now();
      if (ended !== undefined) {
        ended.item.isEnded = true;
        ended.item.yielding?.end(now - ended.began);
      }
      if (displaced !== undefined && displaced !== ended) enterOvertime(displaced.item, now);
      if (start[0] !== undefined) this.#begin(kind, start[0].waiter, displaced === undefined);
      return this.#advance();
    }
    if (soonest < Infinity) this.#look = setTimeout(() => this.#advance(), soonest).unref();
  }

  #next(kind: Kind): Waiter | undefined {
    return nextInSlot(this.#line(kind))[0]?.waiter;
  }

  #begin(kind: Kind, waiter: Waiter, isInOvertime = false): void {
    this.#leave(waiter);
    const { accountId, typicalMs = assumedMs, yielding, putBack } = waiter;
    const party = this.#partyOf(waiter);
    const began = performance.now();
    const item: Item = { ...party, putBack, began, typicalMs, canYield: yielding !== undefined, yielding };
    if (isInOvertime) enterOvertime(item, began);
    // An account that wastes time gets only idle processor time.
    else if (party.isWasteful) yielding?.giveWay();
    const expected = counted(typicalMs / 1000);
    kind.time.begin(accountId, expected);
    kind.running.add(item);
    waiter.start({
      [Symbol.dispose]: () => {
        if (!kind.running.delete(item)) return;
        kind.time.correct(accountId, counted((performance.now() - began) / 1000) - expected);
        this.#advance();
        if (kind.running.size === 0 && this.waiting === 0) kind.time.reset();
      },
    });
  }

  #line({ isForShort, overtime, limit, time, running }: Kind, waiters = this.#waiters): Line<Candidate, Busy> {
    const now = performance.now();
    /** With what its work has overrun so far. */
    const usedBy = (accountId: string) => {
      const own = [...running].filter((item) => item.accountId === accountId);
      const overrunMs = own.reduce((sum, { began, typicalMs }) => sum + Math.max(0, now - began - typicalMs), 0);
      return time.startOf(accountId) + overrunMs / 1000;
    };
    const able = waiters.filter(({ isShort = false, isVisitor = false }) => !isForShort || (isShort && !isVisitor));
    return {
      now,
      slots: limit(),
      overtime,
      waiting: able.map((waiter) => ({
        ...this.#partyOf(waiter),
        used: usedBy(waiter.accountId),
        putBack: waiter.putBack,
        waiter,
      })),
      running: [...running].map((item) => ({ ...item, used: usedBy(item.accountId), item })),
    };
  }

  #partyOf({ accountId, isVisitor = false }: Work & { accountId: string }): Party {
    return { accountId, isVisitor, isWasteful: this.#records.isWasteful(accountId) };
  }

  #noteWait(waiter: Waiter): void {
    const { isVisitor, isWasteful } = this.#partyOf(waiter);
    if (!isVisitor && !isWasteful) this.#waits.note(waiter.accountId, performance.now() - waiter.came);
  }

  #leave(waiter: Waiter): boolean {
    const isThere = this.#waiters.includes(waiter);
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    return isThere;
  }
}

function enterOvertime(item: Item, now: number): void {
  item.overtimeSince = now;
  item.yielding?.giveWay();
}
