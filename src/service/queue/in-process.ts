// The queue of one process: accounts take turns, and each account's own calls keep their order.
import { QueueFull, WaitedTooLong, type Queue } from './queue.ts';

interface Waiting {
  start(): void;
}

export function createInProcessQueue({ workers, size }: { workers: number; size: number }): Queue {
  // A Map keeps the order of insertion: the account at its front is next, then goes to its end.
  const waitingByAccount = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  const place = (): Disposable => {
    let given = true;
    return {
      [Symbol.dispose]() {
        if (!given) return;
        given = false;
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

  function leave(accountId: string, call: Waiting): void {
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
    enter(accountId, { signal, maxWaitMs }) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (running < workers) {
        running += 1;
        return Promise.resolve(place());
      }
      if (waiting >= size) return Promise.reject(new QueueFull());

      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const give = (reason: unknown) => {
          settle();
          leave(accountId, call);
          reject(reason);
        };
        const call: Waiting = {
          start() {
            settle();
            waiting -= 1;
            running += 1;
            resolve(place());
          },
        };
        const onAbort = () => give(signal.reason);
        const timer = setTimeout(() => give(new WaitedTooLong()), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting += 1;
        waitingByAccount.set(accountId, [...(waitingByAccount.get(accountId) ?? []), call]);
      });
    },
  };
}
