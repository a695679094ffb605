// What has to be done even if the database or the storage is away now.
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '#core/pauses.ts';
import { storageProblem } from './storage.ts';

const usualPauses = { firstMs: 500, maxMs: 30_000 };

/** Tries again after ever longer pauses; `failed` is told each error, and gives up by throwing. */
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

/** Retries until it can be stored, in the background; the next start makes up for what the end of the process has stopped. */
export const retryUntilStored = (write: () => Promise<void>): Promise<void> =>
  retry(write, (error) => {
    if (storageProblem(error) === undefined) throw error;
  });
