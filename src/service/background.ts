// Work in the background: responses do not wait for it, and a shutdown waits for it for a while.
import type { Log } from '#core/log.ts';

export type Background = ReturnType<typeof createBackground>;

export function createBackground(log: Log) {
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  const idle = async (timeoutMs: number): Promise<void> => {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), timeoutMs);
    // Running work may start more.
    while (running.size > 0) if ((await Promise.race([Promise.all(running), late.promise])) === 'late') break;
    clearTimeout(timer);
  };
  return {
    /** Aborted once the process ends. */
    ending: ending.signal,
    /** Starts the work; when it fails, `problem` is logged. */
    run(work: () => Promise<unknown>, problem: string): void {
      const done: Promise<void> = work()
        .then(
          () => {},
          (error: unknown) => log.error({ err: error }, problem),
        )
        .finally(() => running.delete(done));
      running.add(done);
    },
    /** Resolves when all work has ended, or after `timeoutMs`. */
    idle,
    /** Ends retries that are waiting, and resolves when it is idle, or after `timeoutMs`. */
    end(timeoutMs: number): Promise<void> {
      ending.abort();
      return idle(timeoutMs);
    },
  };
}
