// The queue of one process: accounts take turns by the seconds that they have used, and the callers of one account are served in
// order. Short work has slots of its own besides, so that a page is turned while every other slot lays out a book; accounts take
// turns for these by themselves.
import { whenAborted } from '#core/when-aborted.ts';
import { Overtime, overrunOf, overtimePlaces, type Work as OvertimeWork } from './overtime.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue, type Work } from './queue.ts';
import { Records } from './records.ts';
import { leastEntitled } from './room.ts';
import { lastMayStart, mayStart } from './shares.ts';
import { counted, Turns } from './turns.ts';
import { Waits } from './waits.ts';

interface Waiter extends Work {
  accountId: string;
  /** When it came, by `performance.now()`. */
  came: number;
  overtime: Acquisition['overtime'];
  start(slot: Disposable): void;
  refuse(reason: Error): void;
}

/** Work in a slot. */
interface Held extends OvertimeWork {
  overtime: Acquisition['overtime'];
}

/** Slots of one kind. */
interface Kind {
  limit: number;
  isForAll: boolean;
  held: Set<Held>;
  turns: Turns;
  overtime: Overtime<Held>;
}

interface Slots {
  /** How many work at once. */
  workers: number;
  /** How many more may, if their work is short. */
  shortWorkers?: number;
  /** How many may wait. */
  size: number;
  records?: Pick<Records, 'isWasteful'>;
}

type Limits = Parameters<typeof lastMayStart>[1];

const assumedMs = 500;

export function createInProcessQueue({ workers, shortWorkers = 0, size, records = new Records() }: Slots): Queue {
  const kindOf = (limit: number, isForAll: boolean): Kind => ({
    limit,
    isForAll,
    held: new Set(),
    turns: new Turns(),
    overtime: new Overtime(overtimePlaces(limit)),
  });
  // Slots for short work alone are taken last.
  const kinds: readonly Kind[] = [kindOf(workers, true), kindOf(shortWorkers, false)];
  /** In the order of their arrival. */
  const waiters: Waiter[] = [];
  const waits = new Waits();
  let look: NodeJS.Timeout | undefined;

  const isLast = ({ accountId, isVisitor = false }: Pick<Waiter, 'accountId' | 'isVisitor'>) =>
    isVisitor || records.isWasteful(accountId);
  /** Whether an account may have one more slot of a kind, given that those who come last share a part of them. */
  function mayStartAmong(busy: readonly Held[], who: Pick<Waiter, 'accountId' | 'isVisitor'>, limits: Limits): boolean {
    if (!isLast(who) || lastMayStart(busy, limits)) return true;
    // An account that is alone in burning its time may have every slot as long as no other account waits.
    const isOwn = ({ accountId }: Pick<Waiter, 'accountId'>) => accountId === who.accountId;
    return who.isVisitor !== true && waiters.every(isOwn) && busy.every((one) => isOwn(one) || !one.isWasteful);
  }
  const takes = (kind: Kind, { isShort = false, isVisitor = false }: Work) => kind.isForAll || (isShort && !isVisitor);
  const inSlots = ({ held, overtime }: Kind) => [...held].filter((item) => !overtime.has(item));

  /** Virtual seconds of the account, with what its work has overrun so far. */
  function usedBy({ turns, held }: Kind, accountId: string, now: number): number {
    const overrun = [...held]
      .filter((item) => item.accountId === accountId)
      .reduce((sum, { began, usualMs }) => sum + Math.max(0, now - began - usualMs), 0);
    return turns.startOf(accountId) + overrun / 1000;
  }

  /** The next waiter for a slot of this kind, if one is free, or would be without `leaving`. */
  function next(kind: Kind, leaving?: Held): Waiter | undefined {
    const busy = inSlots(kind).filter((item) => item !== leaving);
    if (busy.length >= kind.limit) return undefined;
    const limits = { limit: kind.limit, othersWait: waiters.some((waiter) => !isLast(waiter)) };
    // Accounts that come last take slots only from each other.
    const may = (waiter: Waiter) =>
      mayStartAmong(busy, waiter, limits) || (leaving?.isLast === true && !limits.othersWait);
    const able = waiters.filter((waiter) => takes(kind, waiter) && may(waiter));
    const now = performance.now();
    const first = (some: readonly Waiter[]) => {
      const ranked = some.map((waiter) => ({ waiter, used: usedBy(kind, waiter.accountId, now) }));
      // The sort is stable: among equals the first that came.
      return ranked.toSorted((a, b) => a.used - b.used)[0]?.waiter;
    };
    return first(able.filter(({ accountId }) => mayStart(busy, accountId, kind.limit))) ?? first(able);
  }

  function take(kind: Kind, waiter: Waiter): Disposable {
    const { accountId, usualMs = assumedMs, overtime } = waiter;
    const isWasteful = records.isWasteful(accountId);
    // An account that burns time gets only idle processor time.
    if (isWasteful) overtime?.giveWay();
    const item: Held = {
      accountId,
      isLast: isLast(waiter),
      isWasteful,
      usualMs,
      overtime,
      began: performance.now(),
      giveWay: () => overtime?.giveWay(),
      end: (ranMs) => overtime?.end(ranMs),
    };
    const expected = counted(usualMs / 1000);
    kind.turns.begin(accountId, expected);
    kind.held.add(item);
    return {
      [Symbol.dispose]() {
        if (!kind.held.delete(item)) return;
        kind.overtime.leave(item);
        kind.turns.correct(accountId, counted((performance.now() - item.began) / 1000) - expected);
        startWaiting();
        if (kind.held.size === 0 && waiters.length === 0) kind.turns.reset();
      },
    };
  }

  /** Starts all waiters that can start, in the order of turns; then asks work that has run for long for its slot. */
  function startWaiting(): void {
    for (const kind of kinds)
      for (let waiter = next(kind); waiter !== undefined; waiter = next(kind)) begin(kind, waiter);
    relieve();
  }

  function begin(kind: Kind, waiter: Waiter): void {
    leave(waiter);
    waiter.start(take(kind, waiter));
  }

  function relieve(): void {
    clearTimeout(look);
    if (waiters.length === 0) return;
    const now = performance.now();
    let soonest = Infinity;
    for (const kind of kinds) {
      const { overtime } = kind;
      for (const item of inSlots(kind).toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now))) {
        const waiter = next(kind, item);
        if (item.overtime === undefined || waiter === undefined || !hasUsedLess(kind, waiter, item, now)) continue;
        const whose = { isLast: isLast(waiter) };
        const left = overtime.patienceLeft(item, whose, now);
        if (left === 0 && overtime.admit(item, whose, now)) {
          begin(kind, waiter);
          return startWaiting();
        }
        soonest = Math.min(soonest, Math.max(left, lookMs));
      }
    }
    if (soonest < Infinity) look = setTimeout(relieve, soonest).unref();
  }

  const hasUsedLess = (kind: Kind, waiter: Waiter, item: Held, now: number) =>
    waiter.accountId !== item.accountId && usedBy(kind, waiter.accountId, now) < usedBy(kind, item.accountId, now);

  function noteWait(waiter: Waiter): void {
    if (!isLast(waiter)) waits.note(waiter.accountId, performance.now() - waiter.came);
  }

  function leave(waiter: Waiter): boolean {
    const at = waiters.indexOf(waiter);
    if (at >= 0) waiters.splice(at, 1);
    return at >= 0;
  }

  type Whose = Pick<Waiter, 'accountId' | 'isVisitor'>;
  /** The waiter that makes room for this one when all places are taken; those who come last count as one. */
  const displacedBy = (newcomer: Whose): Waiter | undefined =>
    leastEntitled<Whose>(waiters, newcomer, (one) => (isLast(one) ? 'last' : one.accountId)) as Waiter | undefined;

  const hasFree = (work: Work = {}, accountId = '') =>
    kinds.some((kind) => {
      const busy = inSlots(kind);
      const may = mayStartAmong(busy, { ...work, accountId }, { limit: kind.limit, othersWait: false });
      return takes(kind, work) && may && busy.length < kind.limit;
    });

  return {
    hasFree,
    isFull: (work, accountId) =>
      !hasFree(work, accountId) &&
      waiters.length >= size &&
      (accountId === undefined || displacedBy({ accountId, ...work }) === undefined),
    get running() {
      return kinds.reduce((sum, { held }) => sum + held.size, 0);
    },
    get waiting() {
      return waiters.length;
    },
    secondsOfOthers(accountId) {
      for (const waiter of waiters) noteWait(waiter);
      return waits.ofOthers(accountId);
    },
    async acquire(accountId, { signal, maxWaitMs, overtime, ...work }) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
      const waiter: Waiter = {
        ...work,
        accountId,
        overtime,
        came: performance.now(),
        start: resolve,
        refuse: reject,
      };
      waiters.push(waiter);
      startWaiting();
      if (!waiters.includes(waiter)) return await promise;

      const giveUp = (reason: unknown) => {
        if (leave(waiter)) reject(reason);
      };
      if (waiters.length > size) {
        leave(waiter);
        const other = displacedBy(waiter);
        if (other === undefined) throw new QueueFull();
        leave(other);
        other.refuse(new QueueFull());
        waiters.push(waiter);
      }
      const timer = setTimeout(() => giveUp(new WaitedTooLong()), maxWaitMs);
      using _leaving = whenAborted(signal, giveUp);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        noteWait(waiter);
      }
    },
  };
}

/** A place of overtime may have become free, or its work may be ended by now. */
const lookMs = 250;
