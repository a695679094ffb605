// Work in the background: responses do not wait for it, and a shutdown waits for it for a while.
import type { Log } from '#core/log.ts';

export interface Background {
  /** Starts the work; when it fails, `problem` is logged. */
  run(work: () => Promise<unknown>, problem: string): void;
  /** Resolves when all work has ended, or after `timeoutMs`. */
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
      const late = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => late.resolve('late'), timeoutMs);
      // Running work may start more.
      while (running.size > 0) if ((await Promise.race([Promise.all(running), late.promise])) === 'late') break;
      clearTimeout(timer);
    },
  };
}
