// How much is stored for people: results, and the copies behind share links.
import type { Database } from '#service/database/database.ts';

/** In bytes, of all nodes together; retained inputs of failed conversions are not among them. */
export async function storedBytes(db: Database): Promise<{ results: number; shares: number }> {
  const [results, shares] = await Promise.all([
    db
      .selectFrom('jobs')
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
      .where('state', '=', 'success')
      .executeTakeFirst(),
    db
      .selectFrom('shares')
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  ]);
  return { results: Number(results?.bytes ?? 0), shares: Number(shares?.bytes ?? 0) };
}

/** Of one account: results that have not expired at `now`, and copies behind its share links. */
export async function storedFor(db: Database, accountId: string, now: number): Promise<number> {
  const [results, shares] = await Promise.all([
    db
      .selectFrom('jobs')
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
      .where('account_id', '=', accountId)
      .where('state', '=', 'success')
      .where('expires_at', '>', now)
      .executeTakeFirst(),
    db
      .selectFrom('shares')
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  ]);
  return Number(results?.bytes ?? 0) + Number(shares?.bytes ?? 0);
}
