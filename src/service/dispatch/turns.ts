// Whose turn it is: start-time fair queuing (Goyal, Vin, Cheng, 1996). Each order has a number, and lower ones go first: one more
// than that of the account's last order in the queue, but never less than that of the order that was started last. So the first
// order of an account waits for nobody's second, and however many one account sends, the others take turns with it.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';
import type { Tables } from '#service/database/schema.ts';
import type { QueueLength } from './dispatcher.ts';
import { deadAfterSeconds } from './workers.ts';

/** What lies in the queue, seen by one account. */
export interface Turn extends QueueLength {
  /** The number of a new order of this account. */
  number: number;
}

/**
 * pg-boss keeps the number as the negative priority, and the account as the group. With `channel`, which is notified when the
 * transaction is committed, since one statement is faster than two.
 */
export async function nextTurn(
  db: Database | Transaction<Tables>,
  queue: string,
  accountId: string,
  channel?: string,
): Promise<Turn> {
  const notified = channel === undefined ? sql`` : sql`, pg_notify(${channel}, '')`;
  const { rows } = await sql<Turn>`
    select
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state < 'active') as waiting,
      (
        select coalesce(sum(slots), 0) from workers
        where seen_at > ${databaseNow(db)} - ${deadAfterSeconds * 1000}
      ) as slots,
      greatest(
        coalesce(max(-priority) filter (where state = 'active'), min(-priority), 0),
        coalesce(max(-priority) filter (where group_id = ${accountId}) + 1, 0)
      ) as number
      ${notified}
    from pgboss.job
    where name = ${queue} and state <= 'active'
  `.execute(db);
  return rows[0] ?? { running: 0, waiting: 0, slots: 0, number: 0 };
}
