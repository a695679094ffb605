// The queue of one process: accounts take turns, and the callers of one account are served in order. Short work has slots of its own
// besides, so that a page is turned while every other slot lays out a book; accounts take turns for these by themselves.
import { QueueFull, WaitedTooLong, type Queue } from './queue.ts';

interface Waiter {
  isShort: boolean;
  start(slot: Disposable): void;
}

interface Slots {
  /** How many work at once. */
  workers: number;
  /** How many more may, if their work is short. */
  shortWorkers?: number;
  /** How many may wait. */
  size: number;
}

/** Slots of one kind, and the accounts that wait, in the order of their turns for them. */
interface Kind {
  limit: number;
  taken: number;
  isForAll: boolean;
  turns: Set<string>;
}

export function createInProcessQueue({ workers, shortWorkers = 0, size }: Slots): Queue {
  const waitersOf = new Map<string, Waiter[]>();
  // Those for short work alone are the last to be taken.
  const kinds: readonly Kind[] = [
    { limit: workers, taken: 0, isForAll: true, turns: new Set() },
    { limit: shortWorkers, taken: 0, isForAll: false, turns: new Set() },
  ];
  let waiting = 0;

  const isFree = ({ limit, taken }: Kind) => taken < limit;
  const freeFor = (isShort: boolean) => kinds.find((kind) => isFree(kind) && (kind.isForAll || isShort));

  function take(kind: Kind): Disposable {
    kind.taken += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]() {
        if (!isHeld) return;
        isHeld = false;
        kind.taken -= 1;
        startNext(kind);
      },
    };
  }

  function startNext(kind: Kind): void {
    for (const accountId of kind.turns) {
      const waiter = waitersOf.get(accountId)?.find(({ isShort }) => kind.isForAll || isShort);
      if (waiter === undefined) continue;
      leave(accountId, waiter);
      // Its next turn comes after everybody else's.
      if (kind.turns.delete(accountId)) kind.turns.add(accountId);
      waiter.start(take(kind));
      return;
    }
  }

  function enter(accountId: string, waiter: Waiter): void {
    waiting += 1;
    waitersOf.set(accountId, [...(waitersOf.get(accountId) ?? []), waiter]);
    for (const { turns } of kinds) turns.add(accountId);
  }

  function leave(accountId: string, waiter: Waiter): void {
    const waiters = waitersOf.get(accountId) ?? [];
    const rest = waiters.filter((other) => other !== waiter);
    if (rest.length === waiters.length) return;
    waiting -= 1;
    if (rest.length > 0) {
      waitersOf.set(accountId, rest);
      return;
    }
    waitersOf.delete(accountId);
    for (const { turns } of kinds) turns.delete(accountId);
  }

  return {
    hasFree: (isShort) => freeFor(isShort) !== undefined,
    isFull: (isShort) => freeFor(isShort) === undefined && waiting >= size,
    get running() {
      return kinds.reduce((sum, { taken }) => sum + taken, 0);
    },
    get waiting() {
      return waiting;
    },
    acquire(accountId, { signal, maxWaitMs, isShort = false }) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const free = freeFor(isShort);
      if (free !== undefined) return Promise.resolve(take(free));
      if (waiting >= size) return Promise.reject(new QueueFull());

      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const giveUp = (reason: unknown) => {
          settle();
          leave(accountId, waiter);
          reject(reason);
        };
        const waiter: Waiter = {
          isShort,
          start(slot) {
            settle();
            resolve(slot);
          },
        };
        const onAbort = () => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(new WaitedTooLong()), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        enter(accountId, waiter);
      });
    },
  };
}
