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
    const [accountId, calls] = next;
    waitingByAccount.delete(accountId);
    const first = calls.shift();
    if (calls.length > 0) waitingByAccount.set(accountId, calls);
    first?.start();
  }

  function leave(accountId: string, call: Waiter): void {
    const calls = waitingByAccount.get(accountId) ?? [];
    const rest = calls.filter((other) => other !== call);
    if (rest.length === calls.length) return;
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
          leave(accountId, call);
          reject(reason);
        };
        const call: Waiter = {
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
        waitingByAccount.set(accountId, [...(waitingByAccount.get(accountId) ?? []), call]);
      });
    },
  };
}
