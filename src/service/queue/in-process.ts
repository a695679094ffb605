// The queue of one process: accounts take turns, and the callers of one account are served in order.
import { QueueFull, WaitedTooLong, type Queue } from './queue.ts';

interface Waiter {
  start(): void;
}

export function createInProcessQueue({ workers, size }: { workers: number; size: number }): Queue {
  // A Map keeps insertion order: the account at the front is served next, then moves to the end.
  const waitingByAccount = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  const slot = (): Disposable => {
    let isHeld = true;
    return {
      [Symbol.dispose]() {
        if (!isHeld) return;
        isHeld = false;
        running -= 1;
        startNext();
      },
    };
  };

  function startNext(): void {
    const next = waitingByAccount.entries().next().value;
    if (next === undefined || running >= workers) return;
    const [accountId, waiters] = next;
    waitingByAccount.delete(accountId);
    const first = waiters.shift();
    if (waiters.length > 0) waitingByAccount.set(accountId, waiters);
    first?.start();
  }

  function leave(accountId: string, waiter: Waiter): void {
    const waiters = waitingByAccount.get(accountId) ?? [];
    const rest = waiters.filter((other) => other !== waiter);
    if (rest.length === waiters.length) return;
    waiting -= 1;
    if (rest.length > 0) waitingByAccount.set(accountId, rest);
    else waitingByAccount.delete(accountId);
  }

  return {
    get isFull() {
      return running >= workers && waiting >= size;
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    acquire(accountId, { signal, maxWaitMs }) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (running < workers) {
        running += 1;
        return Promise.resolve(slot());
      }
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
          start() {
            settle();
            waiting -= 1;
            running += 1;
            resolve(slot());
          },
        };
        const onAbort = () => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(new WaitedTooLong()), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting += 1;
        waitingByAccount.set(accountId, [...(waitingByAccount.get(accountId) ?? []), waiter]);
      });
    },
  };
}
