// Stored files that cannot be reached at the moment.
import { Failure } from '#core/failure.ts';

const retrySeconds = 5;

/** The answer for a file that exists but cannot be read now. */
export const unavailable = (cause: unknown): Failure =>
  new Failure('server_busy', { retry_after: retrySeconds }, { cause });

/** Object storage did not accept a file. */
export class StorageUnavailable extends Error {}
