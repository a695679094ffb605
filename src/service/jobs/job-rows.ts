// The rows of jobs. Every state transition is one statement that names the state it starts from.
import type { ExpressionBuilder, Transaction } from 'kysely';
import { Stopped } from './running.ts';
import type { Failure } from '#core/failure.ts';
import type { Clock } from '#core/clock.ts';
import { hourMs } from '#core/clock.ts';
import type { Report } from '#conversion/tools/tool.ts';
import { checkRunning } from '#service/accounts/bounds.ts';
import { refund, reserve, reserveTest } from '#service/accounts/quota.ts';
import { batchRows, inBatches } from '#service/database/batches.ts';
import { withoutWaiting } from '#service/database/without-waiting.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import { countUsage } from '#service/accounts/usage.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { AccountRow, JobRow, Tables } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import { conversionsOf, endedSteps, toolsUpTo, type JobStep } from './job-steps.ts';
import { leaseEnd } from './leases.ts';

export const outputRetentionMs = hourMs;
export const inputRetentionMs = 72 * hourMs;

export interface NewJob {
  id: string;
  account: AccountRow;
  plan: Plan;
  keyId: string | null;
  /** Whether the job counts as a test. */
  isTest?: boolean;
  tool: string;
  /** The name of the first file. */
  inputName?: string;
  /** The total size of the files. */
  inputBytes?: number;
  outputName: string;
  outputMime: string;
  /** The tools of a pipeline's steps, each of which counts. */
  steps?: readonly string[] | undefined;
  /** The URL that receives the end of the job. */
  webhookUrl?: string | undefined;
  idempotency?: { key: string; fingerprint: string } | undefined;
  /** The node that runs the job. */
  owner?: string;
  /** Whether the job is asynchronous: it runs when a node claims its order, which `enqueue` stores. */
  isAsync?: boolean;
  /** How many jobs of this kind the account may have waiting or running; unlimited by default. */
  maxRunning?: number;
  /** Enqueues the order of the job within the transaction. */
  enqueue?: (transaction: Transaction<Tables>) => Promise<void>;
}

/** The new job, the job that already has the idempotency key, or the fact that the quota is used up. */
export type BeginResult = { job: JobRow } | { known: JobRow } | 'quota_exceeded';

/**
 * Reserves a conversion and inserts the `pending` row in one transaction, or finds the job that has this idempotency key.
 * @throws server_busy when the account already has `maxRunning` waiting or running jobs
 */
export async function beginJob(db: Database, clock: Clock, job: NewJob): Promise<BeginResult> {
  for (;;)
    try {
      // A synchronous caller only learns of the end of the job.
      return await tryBegin(job.isAsync === true ? db : withoutWaiting(db), clock, job);
    } catch (error) {
      // Another node has begun a job with this key in the meantime; the next query finds it, unless it is gone again.
      if (job.idempotency === undefined || !isDuplicate(error)) throw error;
    }
}

function tryBegin(db: Database, clock: Clock, job: NewJob): Promise<BeginResult> {
  return db.transaction().execute(async (trx): Promise<BeginResult> => {
    const earlier = async () => job.idempotency && findByIdempotencyKey(trx, job.keyId, job.idempotency.key);
    const known = await earlier();
    if (known !== undefined) return { known };
    const steps = job.steps?.map((tool): JobStep => ({ tool, state: 'pending' }));
    const conversions = steps?.length ?? 1;
    const periodStart = job.isTest
      ? await reserveTest(trx, job.account, clock, conversions)
      : await reserve(trx, job.account, job.plan, clock, conversions);
    if (periodStart === null) {
      // The last conversion may have been reserved in the meantime for the first of two requests with this key.
      const first = await earlier();
      return first === undefined ? 'quota_exceeded' : { known: first };
    }
    // The reservation locks the account's row, so its other jobs wait until this one can be counted.
    const isAsync = job.isAsync === true;
    await checkRunning(trx, job.account.id, { isAsync, maxRunning: job.maxRunning ?? 0 });
    const row = {
      id: job.id,
      account_id: job.account.id,
      key_id: job.keyId,
      tool: job.tool,
      state: 'pending',
      created_at: clock.now(),
      completed_at: null,
      expires_at: null,
      size_bytes: null,
      input_bytes: job.inputBytes ?? null,
      input_name: job.inputName ?? null,
      output_name: job.outputName,
      output_mime: job.outputMime,
      quota_period_start: periodStart,
      error: null,
      warnings: null,
      compression: null,
      idempotency_key: job.idempotency?.key ?? null,
      fingerprint: job.idempotency?.fingerprint ?? null,
      owner: job.owner ?? null,
      lease_until: job.owner === undefined || isAsync ? null : leaseEnd(trx),
      is_test: job.isTest === true ? 1 : 0,
      is_later: isAsync ? 1 : 0,
      webhook_url: job.webhookUrl ?? null,
      steps: steps === undefined ? null : JSON.stringify(steps),
    } as const;
    const inserted = await trx.insertInto('jobs').values(row).returningAll().executeTakeFirstOrThrow();
    await job.enqueue?.(trx);
    return { job: inserted };
  });
}

/** Returns whether the job had a result that is no longer kept. */
export const hasExpired = ({ state, expires_at }: Pick<JobRow, 'state' | 'expires_at'>, clock: Clock): boolean =>
  state === 'expired' || (state === 'success' && (expires_at ?? 0) <= clock.now());

export const findJob = (db: Database, id: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

export const findByIdempotencyKey = (
  db: Database | Transaction<Tables>,
  keyId: string | null,
  key: string,
): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('key_id', '=', keyId).where('idempotency_key', '=', key).executeTakeFirst();

/** The stored output of a successful conversion. */
interface ConversionOutput {
  bytes: number;
  report: Report;
}

/** A callback within the transaction that ends a job, with the job's row at that time. */
export type OnEnd = (trx: Transaction<Tables>, job: JobRow) => Promise<void>;
const noEnd: OnEnd = async () => {};

/** Records where a pipeline ended; `job` is its current row. */
async function noteSteps(
  trx: Transaction<Tables>,
  job: JobRow,
  state: 'success' | 'rejected',
  step?: number,
): Promise<void> {
  const steps = endedSteps(job, state, step);
  if (steps === null) return;
  job.steps = steps;
  await trx.updateTable('jobs').set({ steps }).where('id', '=', job.id).execute();
}

/** Deletes the order of an asynchronous job that ends. */
async function dropOrder(trx: Transaction<Tables>, { id, is_later: isAsync }: JobRow): Promise<void> {
  if (isAsync === 1) await trx.deleteFrom('orders').where('job_id', '=', id).execute();
}

/** Marks a job as successful; null when it was deleted in the meantime and so is no longer pending. */
export async function markSuccess(
  db: Database,
  clock: Clock,
  id: string,
  { bytes, report }: ConversionOutput,
  onEnd: OnEnd = noEnd,
): Promise<JobRow | null> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('jobs')
      .set({
        state: 'success',
        completed_at: now,
        expires_at: now + outputRetentionMs,
        size_bytes: bytes,
        warnings: report.warnings?.length ? JSON.stringify(report.warnings) : null,
        compression: report.compression === undefined ? null : JSON.stringify(report.compression),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) return null;
    for (const tool of toolsUpTo(changed)) await countUsage(trx, { ...changed, tool }, 'success', now);
    await noteSteps(trx, changed, 'success');
    await dropOrder(trx, changed);
    await onEnd(trx, changed);
    return changed;
  });
}

/** Serialises a failure; a disconnected client has its own code, so that the job's owner can tell it from a failure. */
const asJson = ({ code, fields, cause, context: { step } }: Failure) =>
  JSON.stringify({ code: cause instanceof Stopped && cause.by === 'client' ? 'client_gone' : code, fields, step });

/** Marks a job whose file was rejected, which is counted and kept for replays. */
export function markRejected(
  db: Database,
  clock: Clock,
  job: JobRow,
  failure: Failure,
  onEnd: OnEnd = noEnd,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('jobs')
      .set({ state: 'rejected', completed_at: now, error: asJson(failure) })
      .where('id', '=', job.id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) return false;
    const step = failure.context.step ?? 0;
    const counted = toolsUpTo(job, step);
    for (const tool of counted) await countUsage(trx, { ...job, tool }, 'rejected', now);
    if (counted.length < conversionsOf(job)) await refund(trx, job, conversionsOf(job) - counted.length);
    await noteSteps(trx, changed, 'rejected', step);
    await dropOrder(trx, job);
    await onEnd(trx, changed);
    return true;
  });
}

/** Marks a job on which the service failed, which is refunded and not kept for replays, and whose input is retained. */
export function markFailed(
  db: Database,
  clock: Clock,
  job: JobRow,
  failure: Failure,
  onEnd: OnEnd = noEnd,
): Promise<boolean> {
  const now = clock.now();
  const end = {
    state: 'failed',
    completed_at: now,
    expires_at: now + inputRetentionMs,
    error: asJson(failure),
    steps: endedSteps(job, 'failed', failure.context.step),
    idempotency_key: null,
  } as const;
  return endPending(db, job, end, onEnd);
}

/** Marks a job whose file was refused after the client had been answered, which is rejected but refunded. */
export const markRefused = (
  db: Database,
  clock: Clock,
  job: JobRow,
  failure: Failure,
  onEnd: OnEnd = noEnd,
): Promise<boolean> =>
  endPending(
    db,
    job,
    {
      state: 'rejected',
      completed_at: clock.now(),
      error: asJson(failure),
      steps: endedSteps(job, 'rejected', failure.context.step),
    },
    onEnd,
  );

/** Marks a pending job that its owner deleted, and refunds it. */
export const markPendingDeleted = (db: Database, clock: Clock, job: JobRow): Promise<boolean> =>
  endPending(db, job, { state: 'deleted', completed_at: clock.now() });

function endPending(db: Database, job: JobRow, end: Partial<JobRow>, onEnd: OnEnd = noEnd): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('jobs')
      .set(end)
      .where('id', '=', job.id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) return false;
    await refund(trx, job, conversionsOf(job));
    await dropOrder(trx, job);
    if (end.state === 'failed') await countUsage(trx, job, 'failed', end.completed_at ?? job.created_at);
    await onEnd(trx, changed);
    return true;
  });
}

/**
 * Deletes the row of a job that never started (the queue was full, or the file was refused) and refunds it; with `evenSuccess`
 * also deletes a job that ended with an unreported success, because the answer to the commit was lost.
 */
export function discardJob(db: Database, job: JobRow, { evenSuccess = false } = {}): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('jobs')
      .where('id', '=', job.id)
      .where('state', 'in', evenSuccess ? ['pending', 'success'] : ['pending'])
      .executeTakeFirst();
    if (gone.numDeletedRows === 1n) await refund(trx, job, conversionsOf(job));
  });
}

/** Marks a job as deleted, from every state except `pending`. */
export async function markDeleted(db: Database, clock: Clock, id: string): Promise<void> {
  const end = { state: 'deleted', completed_at: clock.now(), error: null } as const;
  await db.updateTable('jobs').set(end).where('id', '=', id).where('state', 'not in', ['pending', 'deleted']).execute();
}

/** Returns the pending jobs of synchronous calls, of all nodes or of one. */
export function pendingJobs(db: Database, owner?: string): Promise<JobRow[]> {
  const pending = db.selectFrom('jobs').selectAll().where('state', '=', 'pending').where('is_later', '=', 0);
  return (owner === undefined ? pending : pending.where(ownedBy(owner))).execute();
}

/** Finds at most `limit` jobs whose output or retained inputs had expired at `time`, on all nodes or on one. */
export function dueJobs(
  db: Database,
  time: number,
  { owner, limit }: { owner?: string; limit: number },
): Promise<JobRow[]> {
  const due = db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['success', 'failed'])
    .where('expires_at', 'is not', null)
    .where('expires_at', '<=', time)
    .limit(limit);
  return (owner === undefined ? due : due.where(ownedBy(owner))).execute();
}

/** Matches the jobs of a node; jobs of an earlier version have no owner, and belong to every node. */
const ownedBy = (owner: string) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
  eb.or([eb('owner', '=', owner), eb('owner', 'is', null)]);

export async function markExpired(db: Database, jobs: readonly JobRow[], onEnd: OnEnd = noEnd): Promise<void> {
  const ends = { success: { state: 'expired' }, failed: { expires_at: null } } as const;
  for (const state of ['success', 'failed'] as const) {
    const ids = jobs.filter((job) => job.state === state).map(({ id }) => id);
    if (ids.length === 0) continue;
    await db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable('jobs')
        .set(ends[state])
        .where('id', 'in', ids)
        .where('state', '=', state)
        .returningAll()
        .execute();
      for (const job of ended) if (job.state === 'expired') await onEnd(trx, job);
    });
  }
}

/** Releases the idempotency key, which may then be used for another job. */
export async function releaseIdempotencyKey(db: Database, id: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ idempotency_key: null })
    .where('id', '=', id)
    .where('state', '!=', 'pending')
    .execute();
}

/** Releases the keys of ended jobs that began at `time` or earlier. */
export const releaseOldIdempotencyKeys = (db: Database, time: number, signal: AbortSignal): Promise<void> =>
  inBatches(async () => {
    const old = await db
      .selectFrom('jobs')
      .select('id')
      .where('idempotency_key', 'is not', null)
      .where('created_at', '<=', time)
      .where('state', '!=', 'pending')
      .limit(batchRows)
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await db.updateTable('jobs').set({ idempotency_key: null }).where('id', 'in', ids).execute();
    return ids.length;
  }, signal);
