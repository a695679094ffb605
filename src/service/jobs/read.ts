// Reading and deleting a job that exists already.
import { Failure } from '#core/failure.ts';
import { looksLikeId } from '#core/ids.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Service } from '#service/service.ts';
import { findJob, markDeleted, markPendingDeleted } from './job-rows.ts';

/** The job when it belongs to the key. @throws job_not_found, forbidden */
export async function ownJob({ db }: Service, keyId: string, jobId: string): Promise<JobRow> {
  const job = looksLikeId(jobId) ? await findJob(db, jobId) : undefined;
  if (job === undefined) throw new Failure('job_not_found');
  if (job.key_id !== keyId) throw new Failure('forbidden');
  return job;
}

/** The job when its output can be had. @throws job_not_found, forbidden, file_expired, job_deleted, job_not_ready */
export async function finishedJob(service: Service, keyId: string, jobId: string): Promise<JobRow> {
  const job = await ownJob(service, keyId, jobId);
  if (job.state === 'deleted') throw new Failure('job_deleted');
  if (job.state === 'expired' || (job.state === 'success' && (job.expires_at ?? 0) <= service.clock.now()))
    throw new Failure('file_expired');
  if (job.state !== 'success') throw new Failure('job_not_ready', { status: job.state });
  return job;
}

/** Deletes the job and its files, in every state; a running conversion is stopped. @throws job_not_found, forbidden */
export async function deleteJob(service: Service, keyId: string, jobId: string): Promise<void> {
  const { db, clock, files, running } = service;
  const job = await ownJob(service, keyId, jobId);
  if (job.state === 'pending' && (await markPendingDeleted(db, clock, job))) {
    running.stop(job.id, 'delete');
    return;
  }
  // It is not pending, or has just ended.
  await files.deleteOutput(job.id);
  await files.deleteInputs(job.id);
  await markDeleted(db, clock, job.id);
}
