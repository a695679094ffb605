// Retries work that has to be done even if the database or the storage is away now.
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '#core/pauses.ts';
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
