// The end of a job: success, a verdict on the file (counted), or a breakdown (given back, input kept for 72 hours).
import { DeadlinePassed } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import type { Input } from '#conversion/tools/tool.ts';
import { noticeUsage } from '#service/accounts/notices.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Service } from '#service/service.ts';
import { findJob, forgetJob, markFailed, markRejected, markSuccess, type Result } from './job-rows.ts';
import { Stopped } from './running.ts';

/** Keeps the output and closes the job. @throws job_deleted when its owner deleted it meanwhile */
export async function settleSuccess(service: Service, job: JobRow, result: Result & { path: string }): Promise<JobRow> {
  const { db, clock, files, metrics } = service;
  await files.putOutput(job.id, result.path);
  const settled = await markSuccess(db, clock, job.id, result);
  if (settled === null) {
    await files.deleteOutput(job.id);
    throw new Failure('job_deleted');
  }
  metrics.conversions.inc({ tool: job.tool, outcome: 'success' });
  counted(service, job);
  return settled;
}

/** Closes the job for whatever went wrong; what comes back is what the client is to be told. */
export async function settleFailure(
  service: Service,
  job: JobRow,
  inputs: readonly Input[],
  error: unknown,
): Promise<unknown> {
  const { db, clock, log, metrics } = service;
  const failure = toFailure(error);
  if (failure.code === 'job_deleted' || failure.code === 'server_busy') return failure;

  if (failure.kind === 'verdict') {
    metrics.conversions.inc({ tool: job.tool, outcome: 'rejected' });
    const closed = await markRejected(db, clock, job, failure);
    counted(service, job);
    return closed ? failure.with({ job_id: job.id, status: 'rejected' }) : new Failure('job_deleted');
  }
  if (failure.kind === 'door') {
    await forgetJob(db, job);
    return failure;
  }

  log.warn({ job_id: job.id, tool: job.tool, code: failure.code, cause: causeOf(error) }, 'conversion broke down');
  metrics.conversions.inc({ tool: job.tool, outcome: 'failed' });
  return breakDown(service, job, inputs, failure);
}

/** The owner's mails never hold up an answer. */
function counted(service: Service, job: JobRow): void {
  const look = () => noticeUsage(service, job.account_id);
  service.background.run(look, 'the notices of an account could not be looked at');
}

/** Gives the conversion back and keeps its input; also for what a killed process left. */
export async function breakDown(
  { db, clock, files, log }: Service,
  job: JobRow,
  inputs: readonly { name: string; path: string }[],
  failure: Failure,
): Promise<Failure> {
  // The conversion is given back even where the disk takes nothing any more.
  await files
    .putInputs(job.id, inputs)
    .catch((error: unknown) =>
      log.error({ err: error, job_id: job.id }, 'the input of a failed job could not be kept'),
    );
  if (await markFailed(db, clock, job, failure)) return failure.with({ job_id: job.id, status: 'failed' });
  await files.deleteInputs(job.id);
  const now = await findJob(db, job.id);
  return now?.state === 'deleted' ? new Failure('job_deleted') : failure;
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Stopped && error.by === 'delete') return new Failure('job_deleted', {}, { cause: error });
  // Steps of our own between two engines ran out of time.
  if (error instanceof DeadlinePassed)
    return new Failure('conversion_timeout', { engine: 'platen', timeout_ms: error.timeoutMs }, { cause: error });
  return new Failure('conversion_failed', {}, { cause: error });
}

/** The chain of causes in words, for the operator's log; engines see files by numbers, so no client's name is in it. */
function causeOf(error: unknown): string {
  const words: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) words.push(at.message);
  return words.join(' ← ').slice(0, 2000);
}
