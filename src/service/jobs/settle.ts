// The end of a job: success, rejected (the file's fault, counted) or failed (ours, refunded, the input kept for 72 hours).
import { setTimeout as sleep } from 'node:timers/promises';
import { freeBytes, fullBelowBytes } from '#core/disk.ts';
import { Failure } from '#core/failure.ts';
import { queueUsageNotices } from '#service/accounts/notices.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Order } from '#service/dispatch/dispatcher.ts';
import { failed, type FailedOutcome } from '#service/dispatch/failed.ts';
import type { Conversions } from '#service/roles.ts';
import { diskIsFull, storageProblem } from '#service/storage.ts';
import { findJob, discardJob, markFailed, markRejected, markSuccess, type ConversionOutput } from './job-rows.ts';
import { failureOfJob } from './idempotency.ts';
import { Stopped } from './running.ts';

/** Stores the output and ends the job. @throws job_deleted when its owner deleted it in the meantime */
export async function settleSuccess(
  service: Conversions,
  job: JobRow,
  result: ConversionOutput & { path: string },
): Promise<JobRow> {
  const { db, clock, files, metrics } = service;
  const ended = metrics.stageSeconds.startTimer({ tool: job.tool, stage: 'store' });
  await files.putOutput(job.id, result.path);
  ended();
  const settled = await markSuccess(db, clock, job.id, result);
  if (settled === null) {
    await files.deleteOutput(job.id);
    const now = await findJob(db, job.id);
    // It is failed already when this node could not renew its lease.
    throw now?.state === 'failed' ? failureOfJob(now) : new Failure('job_deleted');
  }
  metrics.conversions.inc({ tool: job.tool, outcome: 'success', code: '' });
  checkQuotaNotices(service, job);
  return settled;
}

/** Ends the job by the outcome of its failed order. @throws the failure that the client is answered */
export async function settleFailure(
  service: Conversions,
  job: JobRow,
  order: Order,
  outcome: FailedOutcome,
): Promise<never> {
  const cause = outcome.stoppedBy === undefined ? new Error(outcome.cause) : new Stopped(outcome.stoppedBy);
  const failure = new Failure(outcome.code, outcome.fields, { cause });
  const problem = outcome.storage ?? (await diskProblem(service, failure));
  if (problem !== undefined) throw await discardUnstorable(service, job, problem, outcome.cause);
  let answer: Failure;
  try {
    answer = await close(service, job, order, failure, outcome.cause);
  } catch (error) {
    const unstored = storageProblem(error);
    throw unstored === undefined ? error : await discardUnstorable(service, job, unstored, failed(error).cause);
  }
  throw answer;
}

async function close(
  service: Conversions,
  job: JobRow,
  order: Order,
  failure: Failure,
  cause: string,
): Promise<Failure> {
  const { db, clock, log, metrics } = service;
  if (failure.code === 'job_deleted') return failure;
  if (failure.kind === 'refused') {
    // Refused requests leave no job.
    await discardJob(db, job);
    return failure;
  }
  if (failure.kind === 'rejected') {
    metrics.conversions.inc({ tool: job.tool, outcome: 'rejected', code: failure.code });
    const closed = await markRejected(db, clock, job, failure);
    checkQuotaNotices(service, job);
    return closed ? failure.with({ job_id: job.id, status: 'rejected' }) : new Failure('job_deleted');
  }
  log.warn({ job_id: job.id, tool: job.tool, code: failure.code, cause }, 'conversion failed');
  metrics.conversions.inc({ tool: job.tool, outcome: 'failed', code: failure.code });
  const paths = await service.workspaces.remainingInputs(job.id);
  const inputs = paths.map((path, n) => ({ name: order.inputs[n]?.name ?? `input-${n + 1}`, path }));
  return failJob(service, job, inputs, failure);
}

/** Engines do not always say that the disk was full when they could not write their output. */
async function diskProblem({ config, log }: Conversions, { kind, code }: Failure): Promise<string | undefined> {
  if (kind !== 'rejected' && code !== 'conversion_failed') return undefined;
  const free = await freeBytes(config.data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be determined');
    return Infinity;
  });
  return free < fullBelowBytes ? diskIsFull : undefined;
}

const storageRetrySeconds = 30;

/** A conversion that failed because nothing can be stored leaves no job, and the client is asked to retry. */
async function discardUnstorable(service: Conversions, job: JobRow, problem: string, cause: string): Promise<Failure> {
  const { db, files, log, background } = service;
  log.error({ job_id: job.id, tool: job.tool, cause }, problem);
  await files
    .deleteOutput(job.id)
    .catch((error: unknown) => log.error({ err: error, job_id: job.id }, 'an output could not be deleted'));
  const discarded = retryUntilStored(() => discardJob(db, job, { evenSuccess: true }));
  background.run(() => discarded, 'a conversion that could not be stored is not refunded yet');
  // The answer waits for it only for a moment, since the database may stand still; what fails is logged by the background.
  await Promise.race([discarded.catch(() => {}), sleep(discardWaitMs)]);
  return new Failure('server_busy', { retry_after: storageRetrySeconds }, { cause: new Error(cause) });
}

const discardWaitMs = 300;
const maxPauseMs = 30_000;

/** Retries until it can be stored; if the service stops first, the next start refunds the job. */
async function retryUntilStored(write: () => Promise<void>): Promise<void> {
  for (let pause = 500; ; pause = Math.min(2 * pause, maxPauseMs))
    try {
      return await write();
    } catch (error) {
      if (storageProblem(error) === undefined) throw error;
      await sleep(pause, undefined, { ref: false });
    }
}

/** E-mails about the quota never delay a response. */
function checkQuotaNotices(service: Conversions, job: JobRow): void {
  const check = () => queueUsageNotices(service, job.account_id);
  service.background.run(check, 'the quota notices of an account could not be checked');
}

/** Refunds the conversion and retains its input; also for jobs that a killed process left pending. */
export async function failJob(
  { db, clock, files, log }: Conversions,
  job: JobRow,
  inputs: readonly { name: string; path: string }[],
  failure: Failure,
): Promise<Failure> {
  // The conversion is refunded even when the disk is full.
  await files
    .putInputs(job.id, inputs)
    .catch((error: unknown) =>
      log.error({ err: error, job_id: job.id }, 'the input of a failed job could not be retained'),
    );
  const asFailed = () => failure.with({ job_id: job.id, status: 'failed' });
  if (await markFailed(db, clock, job, failure)) return asFailed();
  const now = await findJob(db, job.id);
  // By another node: the input is kept all the same.
  if (now?.state === 'failed') return asFailed();
  await files.deleteInputs(job.id);
  return now?.state === 'deleted' ? new Failure('job_deleted') : failure;
}
