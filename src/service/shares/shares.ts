// Share links: anyone with the link can download the result of a job, until the link expires or is revoked.
import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { dayMs, type Clock } from '#core/clock.ts';
import { base32, newId } from '#core/ids.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { JobRow, ShareRow, Tables } from '#service/database/schema.ts';
import { batchRows, inBatches } from '#service/database/batches.ts';
import type { Database } from '#service/database/database.ts';
import { lockRow } from '#service/database/lock-row.ts';
import type { Store } from '#service/database/store.ts';
import { hasExpired } from '#service/jobs/job-rows.ts';
import type { Results } from '#service/roles.ts';
import { hashPassword } from './passwords.ts';

const tokenBytes = 16;

/** Returns whether a link can be created for the job now. */
export const canShare = (job: JobRow, plan: Plan, clock: Clock): boolean =>
  plan.share_days > 0 && job.state === 'success' && !hasExpired(job, clock);

/** Returns the maximum lifetime of a link on a plan, in milliseconds. */
export const maxShareLifetimeMs = (plan: Plan): number => plan.share_days * dayMs;

const maxOpenShares = 200;
/** The storage for shared files, as a multiple of the plan's maximum file size. */
const maxSharedFiles = 100;

/** The reason why there is no new link: the job's output has just been deleted, or the account has reached its limit. */
export type NotShared = 'no_file' | 'too_many' | 'no_room';

interface NewShare {
  plan: Plan;
  lifetimeMs: number;
  password?: string | undefined;
}

/** Copies the job's output to a new link. */
export async function createShare(
  { db, clock, files }: Results,
  job: JobRow,
  { plan, lifetimeMs, password }: NewShare,
): Promise<ShareRow | NotShared> {
  // Checks early, before anything is copied; the check within the transaction is decisive.
  const refused = await shareBound(db, clock, job, plan);
  if (refused !== undefined) return refused;
  const now = clock.now();
  const row: ShareRow = {
    id: newId(now),
    token: base32(randomBytes(tokenBytes)),
    account_id: job.account_id,
    job_id: job.id,
    name: job.output_name ?? 'result',
    mime: job.output_mime ?? 'application/octet-stream',
    size_bytes: job.size_bytes ?? 0,
    created_at: now,
    expires_at: now + lifetimeMs,
    ended_at: null,
    ended_by: null,
    password_hash: password === undefined ? null : await hashPassword(password),
    downloads: 0,
  };
  if (!(await files.copyOutput(job.id, row.id))) return 'no_file';
  const result = await db.transaction().execute(async (trx) => {
    // The job may have been deleted during the copy; a link must not outlive it.
    const found = await lockRow(trx, 'jobs', job.id);
    if (found?.state !== 'success') return 'no_file';
    // Other links of the account wait here until this one is counted.
    await lockRow(trx, 'accounts', job.account_id);
    const exceeded = await shareBound(trx, clock, job, plan);
    if (exceeded === undefined) await trx.insertInto('shares').values(row).execute();
    return exceeded ?? row;
  });
  if (result !== row) await files.deleteOutput(row.id);
  return result;
}

/** Returns the limit that another link would exceed. */
async function shareBound(
  db: Database | Transaction<Tables>,
  clock: Clock,
  { account_id, size_bytes }: JobRow,
  plan: Plan,
): Promise<NotShared | undefined> {
  const { links, bytes } = await db
    .selectFrom('shares')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('links'),
      fn.sum<number | string | null>('size_bytes').as('bytes'),
    ])
    .where('account_id', '=', account_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirstOrThrow();
  if (Number(links) >= maxOpenShares) return 'too_many';
  return Number(bytes ?? 0) + (size_bytes ?? 0) > maxSharedFiles * plan.max_bytes ? 'no_room' : undefined;
}

const isWellFormedToken = (text: string) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);

/** Finds a link by its token; also undefined while its account is suspended. */
export const findShare = async ({ db }: Pick<Results, 'db'>, token: string): Promise<ShareRow | undefined> =>
  isWellFormedToken(token)
    ? db
        .selectFrom('shares')
        .innerJoin('accounts', 'accounts.id', 'shares.account_id')
        .selectAll('shares')
        .where('token', '=', token)
        .where('suspended_at', 'is', null)
        .executeTakeFirst()
    : Promise.resolve(undefined);

export const isOpen = (share: ShareRow, clock: Clock): boolean =>
  share.ended_at === null && share.expires_at > clock.now();

/** Lists the links of an account, newest first. */
export const listShares = ({ db }: Pick<Results, 'db'>, accountId: string): Promise<ShareRow[]> =>
  db.selectFrom('shares').selectAll().where('account_id', '=', accountId).orderBy('created_at', 'desc').execute();

/** Returns the number of open links of each job; omits jobs without open links. */
export async function openShareCounts(
  { db, clock }: Store,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shares')
    .select('job_id')
    .select((eb) => eb.fn.countAll<number | string>().as('open'))
    .where('job_id', 'in', jobIds)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .groupBy('job_id')
    .execute();
  return new Map(rows.map(({ job_id, open: n }) => [job_id, Number(n)]));
}

export async function countDownload({ db }: Pick<Results, 'db'>, id: string): Promise<void> {
  await db
    .updateTable('shares')
    .set({ downloads: sql`downloads + 1` })
    .where('id', '=', id)
    .execute();
}

/** Ends open links and deletes their copies; the rows are kept, so that the links keep answering 410. */
async function end(
  { db, clock, files }: Results,
  shares: readonly ShareRow[],
  by: NonNullable<ShareRow['ended_by']>,
): Promise<void> {
  for (const { id } of shares) {
    await files.deleteOutput(id);
    await db
      .updateTable('shares')
      .set({ ended_at: clock.now(), ended_by: by })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }
}

const open = (db: Database) => db.selectFrom('shares').selectAll().where('ended_at', 'is', null);

/** Revokes a link and returns the name of its file; null when the account has no such open link. */
export async function revokeShare(results: Results, accountId: string, id: string): Promise<string | null> {
  const rows = await open(results.db).where('account_id', '=', accountId).where('id', '=', id).execute();
  await end(results, rows, 'owner');
  return rows[0]?.name ?? null;
}

export const revokeSharesOfJob = async (results: Results, jobId: string): Promise<void> =>
  end(results, await open(results.db).where('job_id', '=', jobId).execute(), 'job_deleted');

/** Ends expired links, and deletes their copies. */
export async function endExpiredShares(results: Results, signal: AbortSignal): Promise<void> {
  const { db, clock } = results;
  await inBatches(async () => {
    const due = await open(db).where('expires_at', '<=', clock.now()).limit(batchRows).execute();
    await end(results, due, 'expiry');
    return due.length;
  }, signal);
}
