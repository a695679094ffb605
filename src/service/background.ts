// Work that nobody waits for: an answer goes out before it, and a stop waits for it a while.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/log.ts';

export interface Background {
  /** Begins the work; when it fails, `problem` is logged. */
  run(work: () => Promise<unknown>, problem: string): void;
  /** Resolves when nothing is left to do, at the latest after `timeoutMs`. */
  idle(timeoutMs: number): Promise<void>;
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work, problem) {
      const done: Promise<void> = work()
        .then(
          () => {},
          (error: unknown) => log.error({ err: error }, problem),
        )
        .finally(() => running.delete(done));
      running.add(done);
    },
    async idle(timeoutMs) {
      const over = new AbortController();
      const late = sleep(timeoutMs, undefined, { signal: over.signal }).catch(() => {});
      const isLate = late.then(() => true);
      // What runs may begin more.
      while (running.size > 0) {
        const rest = Promise.all(running).then(() => false);
        if (await Promise.race([rest, isLate])) return;
      }
      over.abort();
    },
  };
}
