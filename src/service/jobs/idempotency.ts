// Idempotency-Key: the same call sent twice is converted once.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import { errors, type ErrorCode } from '#core/errors.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Conversions, Store } from '#service/roles.ts';
import { findByIdempotencyKey, findJob, forgetOld } from './job-rows.ts';

export interface Sent {
  name: string;
  sha256: string;
}

/** What makes two calls the same: tool, fields, and the ordered names and contents of the files. */
export const fingerprint = (tool: string, fields: Readonly<Record<string, string>>, files: readonly Sent[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        tool,
        Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
        files.map(({ name, sha256 }) => [name, sha256]),
      ]),
    )
    .digest('hex');

/** The job of an earlier call with this key, within its hour. */
export async function knownCall(
  { db, clock, config }: Store & { config: Pick<Conversions['config'], 'jobRowDays'> },
  keyId: string,
  key: string,
): Promise<JobRow | undefined> {
  const job = await findByIdempotencyKey(db, keyId, key);
  if (job === undefined || job.state === 'pending' || job.created_at + hourMs > clock.now()) return job;
  await forgetOld(db, clock, config.jobRowDays);
  return undefined;
}

/** The earlier call may run in another process, so its end is looked for in the database. */
const pollMs = 50;

/**
 * The earlier job once it has ended; null when it was refused after all, and so was never made.
 * @throws idempotency_key_reused when the calls differ; the earlier call's own failure; 410 when its file is gone
 */
export async function replay(
  { db, clock }: Store,
  known: JobRow,
  print: string,
  signal: AbortSignal,
): Promise<JobRow | null> {
  if (known.fingerprint !== print) throw new Failure('idempotency_key_reused');
  let job: JobRow | undefined = known;
  while (job?.state === 'pending') {
    await sleep(pollMs);
    signal.throwIfAborted();
    job = await findJob(db, known.id);
  }
  if (job === undefined) return null;
  if (job.state === 'deleted') throw new Failure('job_deleted');
  if (job.state === 'expired' || (job.state === 'success' && (job.expires_at ?? 0) <= clock.now()))
    throw new Failure('file_expired');
  if (job.state !== 'success') throw storedFailure(job);
  return job;
}

/** The failure that a rejected or failed job ended with. */
export function storedFailure(job: JobRow): Failure {
  const { code, fields } = JSON.parse(job.error ?? '{"code":"internal_error","fields":{}}') as {
    code: ErrorCode;
    fields: never;
  };
  const failure = new Failure(code in errors ? code : 'conversion_failed', fields).with({
    job_id: job.id,
    status: job.state === 'rejected' ? 'rejected' : 'failed',
  });
  failure.replayed = true;
  return failure;
}
