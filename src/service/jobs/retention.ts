// Deletes what has expired, and cleans up after a killed process.
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { isWellFormedId, timeOfId } from '#core/ids.ts';
import { deleteExpiredSignIns } from '#service/accounts/sign-in.ts';
import { sweepOutbox } from '#service/email/outbox.ts';
import { sweepNotices } from '#service/accounts/notices.ts';
import type { Store } from '#service/database/store.ts';
import type { Conversions, Results } from '#service/roles.ts';
import type { JobRow } from '#service/database/schema.ts';
import { sweepShares } from '#service/shares/shares.ts';
import { dueJobs, findJob, deleteOldJobs, markExpired, pendingJobs } from './job-rows.ts';
import { jobsWithoutLease } from './leases.ts';
import { failJob, settleSuccess } from './settle.ts';

/**
 * Fails and refunds the jobs of this node that were pending when its process died, and retains their inputs. Only at start-up.
 * A node that is alone has all jobs.
 */
export async function recover(service: Conversions): Promise<number> {
  const { isAlone, id } = service.node;
  const left = await pendingJobs(service.db, isAlone ? undefined : id);
  for (const job of left) await failLost(service, job);
  // Of what was received, and has no job yet.
  for (const id of await service.workspaces.remaining())
    if (!(await hasFiles(service, id))) await removeFiles(service, id);
  await service.workspaces.sweep();
  await removeStrays(service);
  return left.length;
}

/** One round of the sweeper: what is this node's own, and, on one node at a time, what is everybody's. */
export async function sweep(service: Conversions): Promise<void> {
  await sweepOwn(service);
  await service.node.leader.lead(() => sweepShared(service));
}

async function sweepOwn(service: Conversions): Promise<void> {
  const { db, clock, node, config } = service;
  await expire(service, await dueJobs(db, clock.now(), node.id));
  await failAbandoned(service);
  await sweepOutbox(config.data, clock.now());
}

async function sweepShared(service: Conversions): Promise<void> {
  const { db, clock, config } = service;
  // What is this late belongs to a node that is gone.
  await expire(service, await dueJobs(db, clock.now() - lateMs));
  for (const job of await jobsWithoutLease(service)) await failLost(service, job);
  await deleteOldJobs(db, clock, config.jobRowDays);
  await sweepShares(service, config.jobRowDays);
  await deleteExpiredSignIns(service);
  await deleteOldRecords(service);
  await sweepNotices(service);
}

const lateMs = 5 * minuteMs;

async function expire(service: Conversions, due: readonly JobRow[]): Promise<void> {
  // Files first: on a full disk they free the space that the updates need.
  for (const job of due) await removeFiles(service, job.id);
  for (const job of due) await markExpired(service.db, job);
}

/** Removes the files that no row speaks of: of deleted accounts, and of what another node has ended. */
async function removeStrays(service: Conversions): Promise<void> {
  const { clock, files, node } = service;
  for await (const id of files.ids()) {
    // Another node may be about to write the row of a new share.
    const mayBeNew = !node.isAlone && isWellFormedId(id) && timeOfId(id) > clock.now() - hourMs;
    if (!mayBeNew && !(await hasFiles(service, id))) await removeFiles(service, id);
  }
}

async function hasFiles({ db }: Store, id: string): Promise<boolean> {
  const job = await findJob(db, id);
  if (job !== undefined) return job.state !== 'deleted' && job.state !== 'expired';
  const share = await db.selectFrom('shares').select('ended_at').where('id', '=', id).executeTakeFirst();
  return share?.ended_at === null;
}

const recordRetentionMs = 400 * dayMs;

/** Deletes statistics, audit events and notices after 400 days. */
async function deleteOldRecords({ db, clock }: Store): Promise<void> {
  const before = clock.now() - recordRetentionMs;
  await db.deleteFrom('audit').where('at', '<', before).execute();
  await db.deleteFrom('notices').where('created_at', '<', before).execute();
  await db
    .deleteFrom('usage')
    .where('day', '<', Math.floor(before / dayMs))
    .execute();
  await db.deleteFrom('spent_credits').where('credits_expire_at', '<=', clock.now()).execute();
}

/**
 * Ends a job whose process is gone: as its worker has, or failed and refunded. The input of a failed one is kept where it can be
 * found.
 */
async function failLost(service: Conversions, job: JobRow): Promise<void> {
  const { dispatcher, files, workspaces } = service;
  const outcome = await dispatcher.settleLost(job.id);
  if (outcome?.kind === 'success') {
    // Only the node that waited for it is gone.
    await settleSuccess(service, job, outcome).catch((error: unknown) => {
      // Deleted meanwhile.
      if (!isFailure(error)) throw error;
    });
    return await files.deleteInputs(job.id);
  }
  await files.deleteOutput(job.id);
  const retainInputs = async () => {
    const paths = await workspaces.remainingInputs(job.id);
    // With a bucket they are there already, under their own names.
    if (paths.length > 0)
      await files.putInputs(
        job.id,
        paths.map((path, n) => ({ name: `input-${n + 1}`, path })),
      );
  };
  await failJob(service, job, retainInputs, new Failure('conversion_failed', {}));
}

/** Fails and refunds pending jobs that nothing is running (their end could not be stored). */
async function failAbandoned(service: Conversions): Promise<void> {
  const { config, clock, node, running } = service;
  const oldest = clock.now() - config.conversionTimeoutMs - minuteMs;
  for (const job of await pendingJobs(service.db, node.isAlone ? undefined : node.id))
    if (job.created_at < oldest && !running.has(job.id))
      await failJob(service, job, async () => {}, new Failure('conversion_failed', {}));
}

async function removeFiles({ files }: Results, jobId: string): Promise<void> {
  await files.deleteOutput(jobId);
  await files.deleteInputs(jobId);
}

const roundsPerHour = 60;

/** Sweeps once a minute until disposed. */
export function startSweeper(service: Conversions): Disposable {
  let rounds = 0;
  const round = () => {
    service.background.run(() => sweep(service), 'the sweeper failed; it retries in a minute');
    rounds += 1;
    if (!service.node.isAlone && rounds % roundsPerHour === 0)
      service.background.run(() => removeStrays(service), 'files without a job could not be removed');
  };
  round();
  const timer = setInterval(round, minuteMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
