// The rows of trials: the number of conversions per IP address today, and the results kept for a few minutes.
import { sql, type Transaction } from 'kysely';
import { dayMs, type Clock } from '#core/clock.ts';
import type { Database } from '#service/database/database.ts';
import type { Tables, TrialRow } from '#service/database/schema.ts';

/** A trial to begin. */
export interface NewTrial extends Pick<TrialRow, 'id' | 'name' | 'mime' | 'owner' | 'expires_at'> {
  /** The pseudonym of an IP address and a day. */
  visitor: string;
  perDay: number;
  /** Enqueues the order within the transaction. */
  enqueue: (transaction: Transaction<Tables>) => Promise<void>;
}

/** Counts the conversion and inserts its row, in one transaction; false if the visitor has no conversions left. */
export function beginTrial(db: Database, clock: Clock, trial: NewTrial): Promise<boolean> {
  const { visitor, perDay, enqueue, ...row } = trial;
  return db.transaction().execute(async (trx) => {
    const counted = await trx
      .insertInto('trial_visitors')
      .values({ visitor, used: 1, expires_at: endOfDay(clock) })
      .onConflict((conflict) =>
        conflict
          .column('visitor')
          .doUpdateSet({ used: sql`trial_visitors.used + 1` })
          .where('trial_visitors.used', '<', perDay),
      )
      .returning('used')
      .executeTakeFirst();
    if (counted === undefined) return false;
    await trx
      .insertInto('trials')
      .values({ ...row, size_bytes: null })
      .execute();
    await enqueue(trx);
    return true;
  });
}

/** Returns the end of the day in UTC, when a visitor's count restarts. */
export const endOfDay = (clock: Clock): number => (Math.floor(clock.now() / dayMs) + 1) * dayMs;

/** Returns the number of conversions that a visitor has used today. */
export async function usedToday(db: Database, visitor: string): Promise<number> {
  const row = await db.selectFrom('trial_visitors').select('used').where('visitor', '=', visitor).executeTakeFirst();
  return row?.used ?? 0;
}

/** Stores the result of a trial; undefined when the trial was deleted in the meantime. */
export const finishTrial = (
  db: Database,
  id: string,
  end: Pick<TrialRow, 'size_bytes' | 'expires_at'>,
): Promise<TrialRow | undefined> =>
  db.updateTable('trials').set(end).where('id', '=', id).returningAll().executeTakeFirst();

/** Removes a trial that has no result, and refunds the visitor's conversion unless it is `counted`. */
export function dropTrial(db: Database, id: string, visitor: string, { counted }: { counted: boolean }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('trials').where('id', '=', id).executeTakeFirst();
    if (counted || gone.numDeletedRows === 0n) return;
    await trx
      .updateTable('trial_visitors')
      .set({ used: sql`used - 1` })
      .where('visitor', '=', visitor)
      .where('used', '>', 0)
      .execute();
  });
}

/** Finds the result of a trial while it is kept. */
export const findTrial = (db: Database, clock: Clock, id: string): Promise<TrialRow | undefined> =>
  db
    .selectFrom('trials')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', clock.now())
    .where('size_bytes', 'is not', null)
    .executeTakeFirst();

/** Finds at most `limit` trials that are over at `time`, on all nodes or on one. */
export function trialsOver(
  db: Database,
  time: number,
  { owner, limit }: { owner?: string | undefined; limit: number },
): Promise<Pick<TrialRow, 'id'>[]> {
  const over = db.selectFrom('trials').select('id').where('expires_at', '<=', time).limit(limit);
  return (owner === undefined ? over : over.where('owner', '=', owner)).execute();
}

export async function deleteTrials(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('trials').where('id', 'in', ids).execute();
}
