// The orders of asynchronous jobs in the database: each pending job has one.
import { sql, type Transaction } from 'kysely';
import type { Progress } from '#core/progress.ts';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';
import type { OrderRow, Tables } from '#service/database/schema.ts';
import { leaseEnd } from '#service/jobs/leases.ts';

/** The number of attempts before a job fails: one, plus two if its node dies. */
export const maxAttempts = 3;

export async function insertOrder(
  transaction: Transaction<Tables>,
  order: Pick<OrderRow, 'job_id' | 'account_id' | 'sealed' | 'bytes'>,
): Promise<void> {
  const row = { ...order, attempts: 0, is_taken: 0, taken_at: null, put_back: 0, progress: null } as const;
  await transaction.insertInto('orders').values(row).execute();
}

export const findOrder = (db: Database, jobId: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('job_id', '=', jobId).executeTakeFirst();

/** A waiting order: its account's first among the orders that were put back, or among the others. */
export type FirstOrder = Pick<OrderRow, 'account_id' | 'job_id' | 'put_back'> & { tool: string };

/** Returns the first orders that nobody performs of each account that is not paused, for all nodes or for one. */
export async function firstOrders(db: Database, owner?: string): Promise<FirstOrder[]> {
  const firsts = await db
    .selectFrom('orders')
    .where('orders.is_taken', '=', 0)
    // Only if it is needed: thousands of orders may wait, and each one that ends asks.
    .$if(owner !== undefined, (orders) =>
      orders.where(
        'orders.job_id',
        'in',
        db
          .selectFrom('jobs')
          .select('id')
          .where('owner', '=', owner ?? ''),
      ),
    )
    .groupBy(['orders.account_id', sql`orders.put_back > 0`])
    .select(({ fn }) => fn.min('orders.job_id').as('job_id'))
    .execute();
  if (firsts.length === 0) return [];
  return db
    .selectFrom('orders')
    .innerJoin('jobs', 'jobs.id', 'orders.job_id')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['orders.account_id', 'orders.job_id', 'orders.put_back', 'jobs.tool'])
    .where('accounts.paused_at', 'is', null)
    .where(
      'orders.job_id',
      'in',
      firsts.map(({ job_id: id }) => id),
    )
    .where('orders.is_taken', '=', 0)
    .orderBy('orders.job_id')
    .execute();
}

/** Claims the order for `nodeId`; undefined when another node was faster, or the job has ended. */
export function takeOrder(db: Database, jobId: string, nodeId: string): Promise<OrderRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('orders')
      .set(({ eb }) => ({ is_taken: 1, taken_at: databaseNow(trx), attempts: eb('attempts', '+', 1) }))
      .where('job_id', '=', jobId)
      .where('is_taken', '=', 0)
      .returningAll()
      .executeTakeFirst();
    if (taken === undefined) return undefined;
    await trx
      .updateTable('jobs')
      .set({ owner: nodeId, lease_until: leaseEnd(trx) })
      .where('id', '=', jobId)
      .execute();
    return taken;
  });
}

/**
 * Lets any node claim the order again; false if the job has no order, or `owner` has not claimed it. With `isUncounted`, the attempt does
 * not count; with `isPutBack`, others needed its slot.
 */
export function releaseOrder(
  db: Database,
  jobId: string,
  {
    owner,
    isUncounted = false,
    isPutBack = false,
  }: { owner?: string; isUncounted?: boolean; isPutBack?: boolean } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const released = await trx
      .updateTable('orders')
      .set(({ eb }) => ({
        is_taken: 0,
        taken_at: null,
        progress: null,
        attempts: eb('attempts', '-', isUncounted || isPutBack ? 1 : 0),
        put_back: eb('put_back', '+', isPutBack ? 1 : 0),
      }))
      .where('job_id', '=', jobId)
      .$if(owner !== undefined, (orders) =>
        orders.where('is_taken', '=', 1).where(
          'job_id',
          'in',
          trx
            .selectFrom('jobs')
            .select('id')
            .where('owner', '=', owner ?? ''),
        ),
      )
      .executeTakeFirst();
    if (released.numUpdatedRows !== 1n) return false;
    await trx
      .updateTable('jobs')
      .set({ lease_until: null })
      .where('id', '=', jobId)
      .where('is_later', '=', 1)
      .execute();
    return true;
  });
}

/** Returns the orders claimed by any node or by one; they are released when their node dies. */
export const takenOrders = (db: Database, owner?: string): Promise<{ job_id: string }[]> =>
  db
    .selectFrom('orders')
    .innerJoin('jobs', 'jobs.id', 'orders.job_id')
    .select('orders.job_id')
    .where('orders.is_taken', '=', 1)
    .$if(owner !== undefined, (orders) => orders.where('jobs.owner', '=', owner ?? ''))
    .execute();

export async function noteProgress(db: Database, jobId: string, progress: Progress): Promise<void> {
  const row = { progress: JSON.stringify(progress) };
  await db.updateTable('orders').set(row).where('job_id', '=', jobId).execute();
}

/**
 * Counts the orders before this one when accounts take turns: its own account's earlier orders, and as many of each other
 * account.
 */
export async function positionOf(db: Database, { job_id, account_id }: OrderRow): Promise<number> {
  const counts = await db
    .selectFrom('orders')
    .where('is_taken', '=', 0)
    .where((eb) => eb.or([eb('account_id', '!=', account_id), eb('job_id', '<', job_id)]))
    .groupBy('account_id')
    .select(['account_id', ({ fn }) => fn.countAll<number | string>().as('orders')])
    .execute();
  const own = Number(counts.find((count) => count.account_id === account_id)?.orders ?? 0);
  return counts.reduce(
    (sum, count) => sum + (count.account_id === account_id ? own : Math.min(own, Number(count.orders))),
    0,
  );
}
