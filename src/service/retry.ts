// What has to be done even if the database or the storage is away now.
import { setTimeout as sleep } from 'node:timers/promises';
import { storageProblem } from './storage.ts';

const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** Retries until it can be stored, in the background; the next start makes up for what the end of the process has stopped. */
export async function retryUntilStored(write: () => Promise<void>): Promise<void> {
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, maxPauseMs))
    try {
      return await write();
    } catch (error) {
      if (storageProblem(error) === undefined) throw error;
      await sleep(pause, undefined, { ref: false });
    }
}
