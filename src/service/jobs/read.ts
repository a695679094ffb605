// Reading and deleting an existing job.
import { Failure } from '#core/failure.ts';
import { isWellFormedId } from '#core/ids.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import type { Jobs } from '#service/roles.ts';
import { revokeSharesOfJob } from '#service/shares/shares.ts';
import { findJob, hasExpired, markDeleted, markPendingDeleted } from './job-rows.ts';
import { removeFiles } from './strays.ts';

/** Returns the job if it belongs to the key. @throws job_not_found, forbidden */
export async function ownJob({ db }: Pick<Store, 'db'>, keyId: string, jobId: string): Promise<JobRow> {
  const job = isWellFormedId(jobId) ? await findJob(db, jobId) : undefined;
  if (job === undefined) throw new Failure('job_not_found');
  if (job.key_id !== keyId) throw new Failure('forbidden');
  return job;
}

/** Returns the job if it belongs to the account, regardless of its key; other accounts' jobs count as missing. @throws job_not_found */
export async function accountJob({ db }: Pick<Store, 'db'>, accountId: string, jobId: string): Promise<JobRow> {
  const job = isWellFormedId(jobId) ? await findJob(db, jobId) : undefined;
  if (job?.account_id !== accountId) throw new Failure('job_not_found');
  return job;
}

/** Returns the job if its output is available. @throws file_expired, job_deleted, job_not_ready */
export function finished(job: JobRow, { clock }: Pick<Store, 'clock'>): JobRow {
  if (job.state === 'deleted') throw new Failure('job_deleted');
  if (job.state === 'expired' || hasExpired(job, clock)) throw new Failure('file_expired');
  if (job.state !== 'success') throw new Failure('job_not_ready', { status: job.state });
  return job;
}

/** Deletes the job, its files and its shares, in every state; stops a running conversion. */
export async function deleteJob(jobs: Jobs, job: JobRow): Promise<void> {
  const { db, clock, files, running, dispatcher } = jobs;
  if (job.state === 'pending' && (await markPendingDeleted(db, clock, job))) {
    if (running.has(job.id)) running.stop(job.id, 'delete');
    // The job's node finds out anyway when it renews the lease.
    else if (job.is_later === 0) await dispatcher.cancel(job.id).catch(() => {});
    else await files.deleteInputs(job.id);
    return;
  }
  // The job was not pending, or has just ended.
  await removeFiles(jobs, job.id);
  await markDeleted(db, clock, job.id);
  await revokeSharesOfJob(jobs, job.id);
}
