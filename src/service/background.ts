// Background work: responses do not wait for it, and a shutdown waits for it for a while.
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
    /** A signal that aborts when the process ends. */
    ending: ending.signal,
    /** Starts the work, and logs `problem` when it fails. */
    run(work: () => Promise<unknown>, problem: string): void {
      const done: Promise<void> = work()
        .then(
          () => {},
          (error: unknown) => log.error({ err: error }, problem),
        )
        .finally(() => running.delete(done));
      running.add(done);
    },
    /** Waits until all work has ended, or `timeoutMs` have passed. */
    idle,
    /** Ends the pauses of waiting retries, then waits until all work has ended, or `timeoutMs` have passed. */
    end(timeoutMs: number): Promise<void> {
      ending.abort();
      return idle(timeoutMs);
    },
  };
}
