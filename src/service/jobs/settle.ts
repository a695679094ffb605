// The end of a job: success, rejected (the file's fault, counted) or failed (ours, refunded, the input kept for 72 hours).
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#core/failure.ts';
import { queueUsageNotices } from '#service/accounts/notices.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { FailedOutcome, SuccessOutcome } from '#service/dispatch/dispatcher.ts';
import { failed } from '#service/dispatch/failed.ts';
import type { Conversions, Mail, Webhooks } from '#service/roles.ts';
import { retryUntilStored } from '#service/retry.ts';
import { storageProblem, unstorable } from '#service/storage.ts';
import { announceJob } from '#service/webhooks/announce.ts';
import { findJob, discardJob, markFailed, markRefused, markRejected, markSuccess, type OnEnd } from './job-rows.ts';
import { failureOfJob } from './idempotency.ts';
import { boundRetainedInputs } from './retained-inputs.ts';
import { Stopped } from './running.ts';
import { removeFiles } from './strays.ts';

/** The parts of the service that the end of a job needs. */
export type Settling = Webhooks & Mail & Pick<Conversions, 'background' | 'config' | 'files' | 'log' | 'metrics'>;

/** Ends a job whose output is stored. @throws job_deleted when its owner deleted it in the meantime */
export async function settleSuccess(service: Settling, job: JobRow, output: SuccessOutcome): Promise<JobRow> {
  const { db, clock, files, metrics } = service;
  const settled = await markSuccess(db, clock, job.id, output, announceEnd(service));
  if (settled === null) {
    await files.deleteOutput(job.id);
    const now = await findJob(db, job.id);
    // The job has already failed if this node could not renew its lease.
    throw now?.state === 'failed' ? failureOfJob(now) : new Failure('job_deleted');
  }
  metrics.conversions.inc({ tool: job.tool, outcome: 'success', code: '' });
  checkQuotaNotices(service, job);
  return settled;
}

/** Reports the end of a job to webhooks. */
const announceEnd =
  (service: Settling): OnEnd =>
  (trx, job) =>
    announceJob(service, trx, job);

/** Keeps the inputs of a failed job. */
type RetainInputs = () => Promise<void>;

/** Returns the failure that the client of an order receives. */
export function failureOf({ code, fields, cause, stoppedBy, step }: FailedOutcome): Failure {
  const failure = new Failure(code, fields, {
    cause: stoppedBy === undefined ? new Error(cause) : new Stopped(stoppedBy),
  });
  return step === undefined ? failure : failure.with({ step });
}

/** Counts a conversion that ended without a result, unless it was refused. */
export function countEnd(
  { log, metrics }: Pick<Conversions, 'log' | 'metrics'>,
  { id, tool }: { id: string; tool: string },
  { code, kind, fields }: Failure,
  cause: string,
): void {
  if (kind === 'refused') return;
  const { engine = '', limit } = (code === 'conversion_timeout' ? { ...fields, limit: 'time' } : fields) as Partial<
    Record<'engine' | 'limit', string>
  >;
  if (kind === 'failed') log.warn({ job_id: id, tool, code, limit, cause }, 'conversion failed');
  metrics.conversions.inc({ tool, outcome: kind, code });
  if (kind === 'failed' && limit !== undefined) metrics.limitsMet.inc({ tool, engine, limit });
}

/** Ends the job by the outcome of its failed order. @throws the failure that the client receives */
export async function settleFailure(
  service: Settling,
  job: JobRow,
  outcome: FailedOutcome,
  retainInputs: RetainInputs,
): Promise<never> {
  const failure = failureOf(outcome);
  if (outcome.storage !== undefined) throw await discardUnstorable(service, job, outcome.storage, outcome.cause);
  let answer: Failure;
  try {
    answer = await close(service, job, failure, outcome.cause, retainInputs);
  } catch (error) {
    // The end of an asynchronous job is stored later.
    if (job.is_later === 1) throw error;
    const unstored = storageProblem(error);
    throw unstored === undefined ? error : await discardUnstorable(service, job, unstored, failed(error).cause);
  }
  throw answer;
}

async function close(
  service: Settling,
  job: JobRow,
  failure: Failure,
  cause: string,
  retainInputs: RetainInputs,
): Promise<Failure> {
  const { db, clock } = service;
  if (failure.code === 'job_deleted') return failure;
  countEnd(service, job, failure, cause);
  if (failure.kind === 'refused') {
    if (job.is_later === 1) await markRefused(db, clock, job, failure, announceEnd(service));
    // Refused requests leave no job.
    else await discardJob(db, job);
    return failure;
  }
  if (failure.kind === 'rejected') {
    const closed = await markRejected(db, clock, job, failure, announceEnd(service));
    checkQuotaNotices(service, job);
    return closed ? failure.with({ job_id: job.id, status: 'rejected' }) : new Failure('job_deleted');
  }
  return failJob(service, job, retainInputs, failure);
}

/** Discards the job of a conversion that failed because nothing can be stored, so that the client can retry. */
async function discardUnstorable(service: Settling, job: JobRow, problem: string, cause: string): Promise<Failure> {
  const { db, log, background } = service;
  log.error({ job_id: job.id, tool: job.tool, cause }, problem);
  const remove = () => retryUntilStored(() => removeFiles(service, job.id));
  background.run(remove, 'the files of a conversion that could not be stored could not be deleted');
  const discarded = retryUntilStored(() => discardJob(db, job, { evenSuccess: true }));
  background.run(() => discarded, 'a conversion that could not be stored is not refunded yet');
  // The response waits only for a moment, since the database may hang; errors are logged in the background.
  await Promise.race([discarded.catch(() => {}), sleep(discardWaitMs)]);
  return unstorable(new Error(cause));
}

const discardWaitMs = 300;
/** Sends due e-mails about the quota without delaying the response. */
function checkQuotaNotices(service: Settling, job: JobRow): void {
  const check = () => queueUsageNotices(service, job.account_id);
  service.background.run(check, 'the quota notices of an account could not be checked');
}

/** Refunds the conversion and retains its input; also for jobs that a killed process left pending. */
export async function failJob(
  service: Settling,
  job: JobRow,
  retainInputs: RetainInputs,
  failure: Failure,
): Promise<Failure> {
  const { db, clock, files, log } = service;
  // The conversion is refunded even when the disk is full.
  await retainInputs().catch((error: unknown) =>
    log.error({ err: error, job_id: job.id }, 'the input of a failed job could not be retained'),
  );
  const asFailed = () => {
    const bound = () => boundRetainedInputs(service, job.account_id);
    service.background.run(bound, 'the inputs that are kept of an account could not be bounded');
    return failure.with({ job_id: job.id, status: 'failed' });
  };
  if (await markFailed(db, clock, job, failure, announceEnd(service))) return asFailed();
  const now = await findJob(db, job.id);
  // Another node has failed the job; the input is kept anyway.
  if (now?.state === 'failed') return asFailed();
  await files.deleteInputs(job.id);
  return now?.state === 'deleted' ? new Failure('job_deleted') : failure;
}
