// Stored files that cannot be reached at the moment.
import { Failure } from '#core/failure.ts';

const retrySeconds = 5;

/** Not gone, but not to be had now: what a client is answered. */
export const unavailable = (cause: unknown): Failure =>
  new Failure('server_busy', { retry_after: retrySeconds }, { cause });

/** Object storage did not take what was to be stored. */
export class StorageUnavailable extends Error {}
