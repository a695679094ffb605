// The queue of one process: accounts take turns by the seconds that they have used, and the callers of one account are served in
// order. Short work has slots of its own besides, so that a page is turned while every other slot lays out a book; accounts take
// turns for these by themselves.
import { whenAborted } from '#core/when-aborted.ts';
import { overrunOf } from './overtime.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue, type Work } from './queue.ts';
import { Records } from './records.ts';
import { leastEntitled } from './room.ts';
import { lastMayStart, mayStart } from './shares.ts';
import { Slots, type Held } from './slots.ts';
import { Waits } from './waits.ts';

type Whose = Pick<Held, 'accountId'> & Pick<Work, 'isVisitor'>;

interface Waiter extends Work, Whose {
  /** When it came, by `performance.now()`. */
  came: number;
  overtime: Acquisition['overtime'];
  start(slot: Disposable): void;
  refuse(reason: Error): void;
}

interface QueueSize {
  /** How many work at once. */
  workers: number;
  /** How many more may, if their work is short. */
  shortWorkers?: number;
  /** How many of the workers have other work now: all but one of them may. */
  busyElsewhere?: () => number;
  /** How many may wait. */
  size: number;
  records?: Pick<Records, 'isWasteful'>;
}

type Limits = Parameters<typeof lastMayStart>[1];

const wasPutBack = ({ putBack = 0 }: Work): boolean => putBack > 0;

const assumedMs = 500;
/** A place of overtime may have become free, or its work may be ended by now. */
const lookMs = 250;

export const createInProcessQueue = (options: QueueSize): Queue => new InProcessQueue(options);

class InProcessQueue implements Queue {
  readonly #size: number;
  readonly #records: Pick<Records, 'isWasteful'>;
  readonly #shortSlots: Slots;
  /** Slots for short work alone are taken last. */
  readonly #kinds: readonly Slots[];
  /** In the order of their arrival. */
  readonly #waiters: Waiter[] = [];
  readonly #waits = new Waits();
  #look: NodeJS.Timeout | undefined;

  constructor({ workers, shortWorkers = 0, busyElsewhere = () => 0, size, records = new Records() }: QueueSize) {
    this.#size = size;
    this.#records = records;
    this.#shortSlots = new Slots(shortWorkers);
    this.#kinds = [new Slots(workers, () => Math.max(1, workers - busyElsewhere())), this.#shortSlots];
  }

  get running(): number {
    return this.#kinds.reduce((sum, { running }) => sum + running, 0);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  hasFree(work: Work = {}, accountId = ''): boolean {
    return this.#kinds.some((slots) => {
      const busy = slots.busy();
      const may = this.#mayStartAmong(busy, { ...work, accountId }, { limit: slots.limit, othersWait: false });
      return this.#takes(slots, work) && may && busy.length < slots.limit;
    });
  }

  isFull(work?: Work, accountId?: string): boolean {
    if (this.hasFree(work, accountId) || this.waiting < this.#size) return false;
    return accountId === undefined || this.#displacedBy({ accountId, ...work }) === undefined;
  }

  secondsOfOthers(accountId: string): number {
    for (const waiter of this.#waiters) this.#noteWait(waiter);
    return this.#waits.ofOthers(accountId);
  }

  look(): void {
    if (this.waiting > 0) this.#startWaiting();
  }

  async acquire(accountId: string, { signal, maxWaitMs, overtime, ...work }: Acquisition): Promise<Disposable> {
    signal.throwIfAborted();
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { ...work, accountId, overtime, came: performance.now(), start, refuse };
    this.#waiters.push(waiter);
    this.#startWaiting();
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
    const other = this.#displacedBy(waiter);
    if (other === undefined) throw new QueueFull();
    this.#leave(other);
    other.refuse(new QueueFull());
    this.#waiters.push(waiter);
  }

  /** The waiter that makes room for this one when all places are taken; those who come last count as one. */
  #displacedBy(newcomer: Whose): Waiter | undefined {
    const shareOf = (one: Whose) => (this.#isLast(one) ? 'last' : one.accountId);
    return leastEntitled<Whose>(this.#waiters, newcomer, shareOf) as Waiter | undefined;
  }

  /** Starts all waiters that can start, in the order of turns; then asks work that has run for long for its slot. */
  #startWaiting(): void {
    for (const slots of this.#kinds)
      for (let waiter = this.#next(slots); waiter !== undefined; waiter = this.#next(slots)) this.#begin(slots, waiter);
    this.#relieve();
  }

  /** The next waiter for a slot of this kind, if one is free, or would be without `leaving`. */
  #next(slots: Slots, leaving?: Held): Waiter | undefined {
    const busy = slots.busy().filter((item) => item !== leaving);
    // The limit may be lower than it was when they began.
    if (leaving === undefined && busy.length >= slots.limit) return undefined;
    const limits = { limit: slots.limit, othersWait: this.#waiters.some((waiter) => !this.#isLast(waiter)) };
    // Accounts that come last take slots only from each other.
    const may = (waiter: Waiter) =>
      this.#mayStartAmong(busy, waiter, limits) || (leaving?.isLast === true && !limits.othersWait);
    const able = this.#waiters.filter((waiter) => !wasPutBack(waiter) && this.#takes(slots, waiter) && may(waiter));
    const preferred = able.filter(({ accountId }) => mayStart(busy, accountId, slots.limit));
    return this.#first(slots, preferred) ?? this.#first(slots, able);
  }

  /** The waiter whose account has used least; among equals the one that came first. */
  #first(slots: Slots, waiters: readonly Waiter[]): Waiter | undefined {
    const now = performance.now();
    const ranked = waiters.map((waiter) => ({ waiter, used: slots.usedBy(waiter.accountId, now) }));
    // The sort is stable.
    return ranked.toSorted((a, b) => a.used - b.used)[0]?.waiter;
  }

  #begin(slots: Slots, waiter: Waiter, isBesideSlots = false): void {
    this.#leave(waiter);
    const { accountId, usualMs = assumedMs, overtime, putBack } = waiter;
    const isWasteful = this.#records.isWasteful(accountId);
    // An account that burns time gets only idle processor time.
    if (isWasteful) overtime?.giveWay();
    const item: Held = {
      accountId,
      isLast: this.#isLast(waiter),
      isWasteful,
      usualMs,
      putBack,
      overtime,
      began: performance.now(),
      giveWay: () => overtime?.giveWay(),
      end: (ranMs) => overtime?.end(ranMs),
    };
    const freed = () => {
      this.#startWaiting();
      if (slots.running === 0 && this.waiting === 0) slots.reset();
    };
    const slot = slots.hold(item, freed);
    if (isBesideSlots) slots.overtime.enter(item, item.began);
    waiter.start(slot);
  }

  #relieve(): void {
    clearTimeout(this.#look);
    if (this.waiting === 0) return;
    const now = performance.now();
    let soonest = this.#startPutBack(now);
    for (const slots of this.#kinds)
      for (const item of slots.busy().toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now))) {
        const waiter = this.#next(slots, item);
        if (item.overtime === undefined || waiter === undefined || !slots.mayDisplace(waiter, item, now)) continue;
        const whose = { isLast: this.#isLast(waiter) };
        const left = slots.overtime.patienceLeft(item, whose, now);
        if (left === 0 && slots.overtime.admit(item, whose, now)) {
          this.#begin(slots, waiter);
          return this.#startWaiting();
        }
        soonest = Math.min(soonest, Math.max(left, lookMs));
      }
    if (soonest < Infinity) this.#look = setTimeout(() => this.#relieve(), soonest).unref();
  }

  /** Work that was put back begins in overtime, if there is room or its account has used less. @returns the milliseconds until more may begin */
  #startPutBack(now: number): number {
    const [slots] = this.#kinds;
    for (;;) {
      const putBack = this.#waiters.filter(wasPutBack);
      const others = putBack.filter((one) => !this.#isLast(one));
      const waiter = slots && this.#first(slots, others.length > 0 ? others : putBack);
      if (slots === undefined || waiter === undefined) return Infinity;
      const mayReplace = (item: Held) => slots.hasUsedLess(waiter, item, now);
      const whose = { isLast: this.#isLast(waiter) };
      const left = slots.overtime.roomIn(whose, now, mayReplace);
      if (left > 0) return Math.max(left, lookMs);
      slots.overtime.makeRoom(whose, now, mayReplace);
      this.#begin(slots, waiter, true);
    }
  }

  #takes(slots: Slots, { isShort = false, isVisitor = false }: Work): boolean {
    return slots !== this.#shortSlots || (isShort && !isVisitor);
  }

  #isLast({ accountId, isVisitor = false }: Whose): boolean {
    return isVisitor || this.#records.isWasteful(accountId);
  }

  /** Whether an account may have one more slot of a kind, given that those who come last share a part of them. */
  #mayStartAmong(busy: readonly Held[], who: Whose, limits: Limits): boolean {
    if (!this.#isLast(who) || lastMayStart(busy, limits)) return true;
    // An account that is alone in burning its time may have every slot as long as no other account waits.
    const isOwn = ({ accountId }: Whose) => accountId === who.accountId;
    return who.isVisitor !== true && this.#waiters.every(isOwn) && busy.every((one) => isOwn(one) || !one.isWasteful);
  }

  #noteWait(waiter: Waiter): void {
    if (!this.#isLast(waiter)) this.#waits.note(waiter.accountId, performance.now() - waiter.came);
  }

  #leave(waiter: Waiter): boolean {
    const at = this.#waiters.indexOf(waiter);
    if (at >= 0) this.#waiters.splice(at, 1);
    return at >= 0;
  }
}
