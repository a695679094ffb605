// The end of a job: success, a verdict on the file (counted), or a breakdown (given back, input kept for 72 hours).
import { setTimeout as sleep } from 'node:timers/promises';
import { freeBytes, fullBelowBytes } from '#core/disk.ts';
import { Failure } from '#core/failure.ts';
import { noticeUsage } from '#service/accounts/notices.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Order } from '#service/dispatch/dispatcher.ts';
import { failed, type FailedOutcome } from '#service/dispatch/failed.ts';
import type { Conversions } from '#service/roles.ts';
import { diskIsFull, storageTrouble } from '#service/storage.ts';
import { findJob, forgetJob, markFailed, markRejected, markSuccess, type Result } from './job-rows.ts';
import { Stopped } from './running.ts';

/** Keeps the output and closes the job. @throws job_deleted when its owner deleted it meanwhile */
export async function settleSuccess(
  service: Conversions,
  job: JobRow,
  result: Result & { path: string },
): Promise<JobRow> {
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

/** Closes the job for whatever went wrong. @throws what the client is to be told */
export async function settleFailure(
  service: Conversions,
  job: JobRow,
  order: Order,
  outcome: FailedOutcome,
): Promise<never> {
  const cause = outcome.stoppedBy === undefined ? new Error(outcome.cause) : new Stopped(outcome.stoppedBy);
  const failure = new Failure(outcome.code, outcome.fields, { cause });
  const trouble = outcome.storage ?? (await troubleBehind(service, failure));
  if (trouble !== undefined) throw await giveBack(service, job, trouble, outcome.cause);
  let told: Failure;
  try {
    told = await close(service, job, order, failure, outcome.cause);
  } catch (problem) {
    const found = storageTrouble(problem);
    throw found === undefined ? problem : await giveBack(service, job, found, failed(problem).cause);
  }
  throw told;
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
  if (failure.code === 'server_busy' || failure.kind === 'door') {
    // As if it had never been.
    await forgetJob(db, job);
    return failure;
  }
  if (failure.kind === 'verdict') {
    metrics.conversions.inc({ tool: job.tool, outcome: 'rejected' });
    const closed = await markRejected(db, clock, job, failure);
    counted(service, job);
    return closed ? failure.with({ job_id: job.id, status: 'rejected' }) : new Failure('job_deleted');
  }
  log.warn({ job_id: job.id, tool: job.tool, code: failure.code, cause }, 'conversion broke down');
  metrics.conversions.inc({ tool: job.tool, outcome: 'failed' });
  const paths = await service.workspaces.leftInputs(job.id);
  const inputs = paths.map((path, n) => ({ name: order.inputs[n]?.name ?? `input-${n + 1}`, path }));
  return breakDown(service, job, inputs, failure);
}

/** Engines do not always say that there was no room for what they made. */
async function troubleBehind({ config }: Conversions, { kind, code }: Failure): Promise<string | undefined> {
  if (kind !== 'verdict' && code !== 'conversion_failed') return undefined;
  const free = await freeBytes(config.data).catch(() => Infinity);
  return free < fullBelowBytes ? diskIsFull : undefined;
}

const storageRetrySeconds = 30;

/** A conversion that failed because nothing can be stored has never been. */
async function giveBack(service: Conversions, job: JobRow, trouble: string, cause: string): Promise<Failure> {
  const { db, files, log, background } = service;
  log.error({ job_id: job.id, tool: job.tool, cause }, trouble);
  await files.deleteOutput(job.id).catch(() => {});
  const forget = () => forgetJob(db, job);
  await forget().catch(() =>
    background.run(() => onceStored(forget), 'a conversion that could not be stored is not given back yet'),
  );
  return new Failure('server_busy', { retry_after: storageRetrySeconds }, { cause: new Error(cause) });
}

const longestPauseMs = 30_000;

/** Tries again until it can be stored; what a stop cuts short, the next start does. */
async function onceStored(write: () => Promise<void>): Promise<void> {
  for (let pause = 500; ; pause = Math.min(2 * pause, longestPauseMs))
    try {
      return await write();
    } catch (error) {
      if (storageTrouble(error) === undefined) throw error;
      await sleep(pause, undefined, { ref: false });
    }
}

/** The owner's mails never hold up an answer. */
function counted(service: Conversions, job: JobRow): void {
  const look = () => noticeUsage(service, job.account_id);
  service.background.run(look, 'the notices of an account could not be looked at');
}

/** Gives the conversion back and keeps its input; also for what a killed process left. */
export async function breakDown(
  { db, clock, files, log }: Conversions,
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
