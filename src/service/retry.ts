// Retries work that has to be done even if the database or the storage is away now.
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '#core/pauses.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import { storageProblem } from './storage.ts';

const usualPauses = { firstMs: 500, maxMs: 30_000 };

/** Retries after ever longer pauses; `failed` gets each error, and gives up by throwing. */
export async function retry(
  work: () => Promise<void>,
  failed: (error: unknown) => void,
  maxMs = usualPauses.maxMs,
): Promise<void> {
  for (let attempts = 0; ; attempts++)
    try {
      return await work();
    } catch (error) {
      failed(error);
      // A process that has nothing else to do may end.
      await sleep(pauseMs(attempts, { ...usualPauses, maxMs }), undefined, { ref: false });
    }
}

/** Retries in the background until it can be stored; if the process ends before, the next start repairs it. */
export const retryUntilStored = (write: () => Promise<void>): Promise<void> =>
  retry(write, (error) => {
    if (storageProblem(error) === undefined) throw error;
  });

/** How long work under way waits for a database that cannot be reached. */
const maxOutageMs = 20_000;

/** Repeats a step of a conversion while the database cannot be reached, for a short time: what has been computed is not thrown away for it. @throws the step's error; the signal's reason */
export async function outlivingOutage<Value>(step: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  const began = performance.now();
  for (let attempts = 0; ; attempts++)
    try {
      return await step();
    } catch (error) {
      if (!isOutage(error) || performance.now() - began > maxOutageMs) throw error;
      await sleep(pauseMs(attempts, { firstMs: 200, maxMs: 2000 }), undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
}

const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof Error && isOutage(error.cause));
