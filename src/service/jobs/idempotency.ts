// Idempotency-Key: a request that is sent twice is converted once.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import { errors, type ErrorCode } from '#core/errors.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { findByIdempotencyKey, findJob, hasExpired, releaseIdempotencyKey } from './job-rows.ts';

export interface HashedFile {
  name: string;
  sha256: string;
}

/** Returns a fingerprint that is equal for requests with the same tool, fields, and files under the same names in the same order. */
export const fingerprintOf = (
  tool: string,
  fields: Readonly<Record<string, string>>,
  files: readonly HashedFile[],
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        tool,
        Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
        files.map(({ name, sha256 }) => [name, sha256]),
      ]),
    )
    .digest('hex');

/** Finds the job of an earlier request with this key; keys are kept for an hour. */
export async function findEarlierJob({ db, clock }: Store, keyId: string, key: string): Promise<JobRow | undefined> {
  const job = await findByIdempotencyKey(db, keyId, key);
  if (job === undefined || job.state === 'pending' || job.created_at + hourMs > clock.now()) return job;
  await releaseIdempotencyKey(db, job.id);
  return undefined;
}

/** The polling interval for the end of the earlier request, which may run in another process. */
const pollMs = 50;

/**
 * Waits for the earlier job to end; null when its request was refused and left no job.
 * @throws idempotency_key_reused when the requests differ; the failure of the earlier job; 410 when its file is gone
 */
export async function replay(
  { db, clock }: Store,
  known: JobRow,
  fingerprint: string,
  signal: AbortSignal,
): Promise<JobRow | null> {
  if (known.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused');
  let job: JobRow | undefined = known;
  while (job?.state === 'pending') {
    await sleep(pollMs);
    signal.throwIfAborted();
    job = await findJob(db, known.id);
  }
  return job === undefined ? null : ended({ clock }, job);
}

/** Returns an ended job whose result is available. @throws the failure of the job; 410 if its file is gone */
export function ended({ clock }: Pick<Store, 'clock'>, job: JobRow): JobRow {
  if (job.state === 'deleted') throw new Failure('job_deleted');
  if (hasExpired(job, clock)) throw new Failure('file_expired');
  if (job.state !== 'success') throw failureOfJob(job);
  return job;
}

/** Returns the failure with which a rejected or failed job ended. */
export function failureOfJob(job: JobRow): Failure {
  const { code, fields, step } = JSON.parse(job.error ?? '{"code":"internal_error","fields":{}}') as {
    code: ErrorCode;
    fields: never;
    step?: number;
  };
  const failure = new Failure(code in errors ? code : 'conversion_failed', fields).with({
    job_id: job.id,
    status: job.state === 'rejected' ? 'rejected' : 'failed',
    ...(step === undefined ? {} : { step }),
  });
  failure.replayed = true;
  return failure;
}
