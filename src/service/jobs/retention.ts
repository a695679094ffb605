// Deletes what has expired, and cleans up after a killed process.
import { dayMs, minuteMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import { deleteExpiredSignIns } from '#service/accounts/sign-in.ts';
import { sweepOutbox } from '#service/email/outbox.ts';
import { sweepNotices } from '#service/accounts/notices.ts';
import type { Store } from '#service/database/store.ts';
import type { Conversions, Results } from '#service/roles.ts';
import { sweepShares } from '#service/shares/shares.ts';
import { dueJobs, findJob, deleteOldJobs, markExpired, pendingJobs } from './job-rows.ts';
import { failJob } from './settle.ts';

/** Fails and refunds the jobs that were pending when the process died, and retains their inputs. Only at start-up. */
export async function recover(service: Conversions): Promise<number> {
  const left = await pendingJobs(service.db);
  for (const job of left) {
    const paths = await service.workspaces.remainingInputs(job.id);
    const inputs = paths.map((path, n) => ({ name: `input-${n + 1}`, path }));
    await service.files.deleteOutput(job.id);
    await failJob(service, job, inputs, new Failure('conversion_failed', {}));
  }
  await service.workspaces.sweep();
  for await (const id of service.files.ids())
    if ((await findJob(service.db, id)) === undefined && !(await isShare(service, id))) await removeFiles(service, id);
  return left.length;
}

/** One round of the sweeper. */
export async function sweep(service: Conversions): Promise<void> {
  const due = await dueJobs(service.db, service.clock);
  // Files first: on a full disk they free the space that the updates need.
  for (const job of due) await removeFiles(service, job.id);
  for (const job of due) await markExpired(service.db, job);
  await failAbandoned(service);
  await deleteOldJobs(service.db, service.clock, service.config.jobRowDays);
  await sweepShares(service, service.config.jobRowDays);
  await deleteExpiredSignIns(service);
  await deleteOldRecords(service);
  await sweepOutbox(service.config.data, service.clock.now());
  await sweepNotices(service);
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

const isShare = async ({ db }: Store, id: string): Promise<boolean> =>
  (await db.selectFrom('shares').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Fails and refunds pending jobs that nothing is running (their end could not be stored). */
async function failAbandoned(service: Conversions): Promise<void> {
  const { config, clock, running } = service;
  const oldest = clock.now() - config.conversionTimeoutMs - minuteMs;
  for (const job of await pendingJobs(service.db))
    if (job.created_at < oldest && !running.has(job.id))
      await failJob(service, job, [], new Failure('conversion_failed', {}));
}

async function removeFiles({ files }: Results, jobId: string): Promise<void> {
  await files.deleteOutput(jobId);
  await files.deleteInputs(jobId);
}

/** Sweeps once a minute until disposed. */
export function startSweeper(service: Conversions): Disposable {
  const round = () => service.background.run(() => sweep(service), 'the sweeper failed; it retries in a minute');
  round();
  const timer = setInterval(round, minuteMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
