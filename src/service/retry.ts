// What has to be done even if the database or the storage is away now.
import { setTimeout as sleep } from 'node:timers/promises';
import { storageProblem } from './storage.ts';

const firstPauseMs = 500;
const usualMaxPauseMs = 30_000;

/** Tries again after ever longer pauses; `failed` is told each error, and gives up by throwing. */
export async function retry(
  work: () => Promise<void>,
  failed: (error: unknown) => void,
  maxPauseMs = usualMaxPauseMs,
): Promise<void> {
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, maxPauseMs))
    try {
      return await work();
    } catch (error) {
      failed(error);
      // A process that has nothing else to do may end.
      await sleep(pause, undefined, { ref: false });
    }
}

/** Retries until it can be stored, in the background; the next start makes up for what the end of the process has stopped. */
export const retryUntilStored = (write: () => Promise<void>): Promise<void> =>
  retry(write, (error) => {
    if (storageProblem(error) === undefined) throw error;
  });
