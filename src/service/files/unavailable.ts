// Stored files that cannot be reached at the moment.
import { Failure } from '#core/failure.ts';

const retrySeconds = 5;

/** Creates the failure for a file that exists but cannot be read now. */
export const unavailable = (cause: unknown): Failure =>
  new Failure('server_busy', { retry_after: retrySeconds }, { cause });

/** Thrown when object storage does not accept a file. */
export class StorageUnavailable extends Error {}
