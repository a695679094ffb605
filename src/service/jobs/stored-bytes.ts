// The amount of stored data: results, and the copies behind share links.
import type { Database } from '#service/database/database.ts';

/** Returns the stored bytes of all nodes, without the retained inputs of failed conversions. */
export async function storedBytes(db: Database): Promise<{ results: number; shares: number }> {
  const [results, shares] = await Promise.all([bytesOf(resultsIn(db)), bytesOf(copiesIn(db))]);
  return { results, shares };
}

/** Returns the stored bytes of an account: results unexpired at `now`, shared copies, inputs of asynchronous jobs, and uploads. */
export async function storedFor(db: Database, accountId: string, now: number): Promise<number> {
  const sums = await resultsIn(db)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .unionAll(copiesIn(db).where('account_id', '=', accountId))
    .unionAll(inputsIn(db).where('account_id', '=', accountId))
    .unionAll(uploadsIn(db).where('account_id', '=', accountId))
    .execute();
  return sums.reduce((total, { bytes }) => total + Number(bytes ?? 0), 0);
}

/** A sum: null if there are no rows, text for sums of more than 53 bits. */
type Sum = number | string | null;

const resultsIn = (db: Database) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => fn.sum<Sum>('size_bytes').as('bytes'))
    .where('state', '=', 'success');

const copiesIn = (db: Database) =>
  db
    .selectFrom('shares')
    .select(({ fn }) => fn.sum<Sum>('size_bytes').as('bytes'))
    .where('ended_at', 'is', null);

const inputsIn = (db: Database) => db.selectFrom('orders').select(({ fn }) => fn.sum<Sum>('bytes').as('bytes'));

const uploadsIn = (db: Database) => db.selectFrom('uploads').select(({ fn }) => fn.sum<Sum>('bytes').as('bytes'));

const bytesOf = async (sum: { executeTakeFirst(): Promise<{ bytes: Sum } | undefined> }): Promise<number> =>
  Number((await sum.executeTakeFirst())?.bytes ?? 0);
