// How much is stored for people: results, and the copies behind share links.
import type { Database } from '#service/database/database.ts';

/** In bytes, of all nodes together; retained inputs of failed conversions are not among them. */
export async function storedBytes(db: Database): Promise<{ results: number; shares: number }> {
  const [results, shares] = await Promise.all([bytesOf(resultsIn(db)), bytesOf(copiesIn(db))]);
  return { results, shares };
}

/** The bytes of one account: results that have not expired at `now`, copies behind its share links, inputs of asynchronous jobs, and uploads. */
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

/** Zero where there is no row; the database returns text for counts of more than 53 bits. */
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
