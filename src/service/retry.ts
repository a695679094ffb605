// Retries work that has to be done even if the database or the storage is unavailable now.
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '#core/pauses.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import { storageProblem } from './storage.ts';

const defaultPauses = { firstMs: 500, maxMs: 30_000 };

/** Retries after increasing pauses; `failed` receives each error, and can end the retries by throwing. */
export async function retry<Value>(
  work: () => Promise<Value>,
  failed: (error: unknown) => void,
  maxMs = defaultPauses.maxMs,
  signal?: AbortSignal,
): Promise<Value> {
  for (let attempts = 0; ; attempts++)
    try {
      return await work();
    } catch (error) {
      failed(error);
      // A process that has nothing else to do may end.
      const options = signal === undefined ? { ref: false } : { ref: false, signal };
      // The signal's own reason is thrown, not the timer's AbortError.
      await sleep(pauseMs(attempts, { ...defaultPauses, maxMs }), undefined, options).catch(() =>
        signal?.throwIfAborted(),
      );
    }
}

/** Retries in the background until the data is stored; if the process ends before, the next start repairs it. */
export const retryUntilStored = (write: () => Promise<void>): Promise<void> =>
  retry(write, (error) => {
    if (storageProblem(error) === undefined) throw error;
  });

/** How long running work waits for an unreachable database. */
const maxOutageMs = 20_000;

/** Repeats a step of a conversion for a while if the database cannot be reached, instead of discarding the work. @throws the step's error; the signal's reason */
export function outlivingOutage<Value>(step: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  const until = performance.now() + maxOutageMs;
  const failed = (error: unknown) => {
    if (!isOutage(error) || performance.now() > until) throw error;
  };
  return retry(step, failed, 2000, signal);
}

const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof Error && isOutage(error.cause));
