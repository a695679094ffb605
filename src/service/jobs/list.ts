// The jobs of an account as its owner sees them, with the names of their keys and the numbers of their open share links.
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { firstIdAt } from '#core/ids.ts';
import { contains } from '#service/database/like.ts';
import type { JobState } from '#core/job-states.ts';
import type { JobRow, Tables } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { dashboardKey } from './refusals.ts';
import { openShareCounts } from '#service/shares/shares.ts';

export interface ListedJob extends JobRow {
  /** The name of the key; null for jobs of the dashboard. */
  key_name: string | null;
  /** The number of open links. */
  shares: number;
}

export interface JobFilter {
  tool?: string | undefined;
  state?: JobState | undefined;
  /** The error code. */
  code?: string | undefined;
  /** The identifier of the key. */
  key?: string | undefined;
  /** A part of a name, or the whole identifier. */
  search?: string | undefined;
  /** The earliest begin, in milliseconds since 1970. */
  from?: number | undefined;
  /** The end of the period, exclusive. */
  until?: number | undefined;
  sort?: JobSort | undefined;
  /** The identifier of the last job of the previous page, if the newest come first. */
  before?: string | undefined;
  /** The number of jobs already listed, in any other order. */
  offset?: number | undefined;
  limit: number;
}

/** The sort orders; jobs without a size or an end come last. */
const orders = {
  newest: sql`jobs.id desc`,
  oldest: sql`jobs.id`,
  largest: sql`coalesce(jobs.size_bytes, -1) desc`,
  slowest: sql`coalesce(jobs.completed_at - jobs.created_at, -1) desc`,
  name: sql`lower(coalesce(jobs.output_name, jobs.input_name, ''))`,
};

export type JobSort = keyof typeof orders;
export const jobSorts = Object.keys(orders) as [JobSort, ...JobSort[]];

/** Returns one page of an account's jobs, newest first by default. */
export async function listJobs(
  store: Store,
  accountId: string,
  { tool, state, code, key, search, from, until, sort = 'newest', before, offset = 0, limit }: JobFilter,
): Promise<{ jobs: ListedJob[]; hasMore: boolean }> {
  let rows = withKeyName(store).where('jobs.account_id', '=', accountId);
  if (tool !== undefined) rows = rows.where('jobs.tool', '=', tool);
  if (state !== undefined) rows = rows.where('jobs.state', '=', state);
  if (code !== undefined) rows = rows.where('jobs.error', 'like', `{"code":"${code}"%`);
  if (key !== undefined)
    rows = rows.where('jobs.key_id', key === dashboardKey ? 'is' : '=', key === dashboardKey ? null : key);
  if (search !== undefined) rows = rows.where(matches(search));
  if (from !== undefined) rows = rows.where('jobs.id', '>=', firstIdAt(from));
  if (until !== undefined) rows = rows.where('jobs.id', '<', firstIdAt(until));
  if (before !== undefined && sort === 'newest') rows = rows.where('jobs.id', '<', before);
  const found = await rows
    .orderBy(orders[sort])
    .orderBy('jobs.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return { jobs: await withShares(store, found.slice(0, limit)), hasMore: found.length > limit };
}

/** Returns the same for a single job. */
export async function listedJob(store: Store, id: string): Promise<ListedJob | undefined> {
  const found = await withKeyName(store).where('jobs.id', '=', id).execute();
  return (await withShares(store, found))[0];
}

const withKeyName = ({ db }: Store) =>
  db.selectFrom('jobs').leftJoin('keys', 'keys.id', 'jobs.key_id').selectAll('jobs').select('keys.name as key_name');

async function withShares(store: Store, jobs: readonly Omit<ListedJob, 'shares'>[]): Promise<ListedJob[]> {
  const open = await openShareCounts(
    store,
    jobs.map(({ id }) => id),
  );
  return jobs.map((job) => ({ ...job, shares: open.get(job.id) ?? 0 }));
}

const matches =
  (search: string) =>
  (eb: ExpressionBuilder<Tables, 'jobs'>): Expression<SqlBool> =>
    eb.or([eb('jobs.id', '=', search), contains('jobs.output_name', search), contains('jobs.input_name', search)]);
