// Takes turns in the database: start-time fair queuing (Goyal, Vin, Cheng, 1996) on hundredths of seconds of workers. Each order has a
// number, and lower ones go first: where the account's last order is expected to finish, but never less than the number of
// the order that was started last. So the first order of an account never waits for another's second, and time counts, not orders.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';
import type { Tables } from '#service/database/schema.ts';
import type { QueueLength } from './dispatcher.ts';
import { deadAfterSeconds } from './workers.ts';

/** The order of an account as it is seen by the turns. */
export interface TurnOf {
  accountId: string;
  /** The hundredths of seconds that it is expected to take. */
  cost: number;
}

/** The orders in the queue, and the number of the new one. */
export interface Turn extends QueueLength {
  number: number;
}

const slotsOf = (db: Database | Transaction<Tables>) => sql`(
  select coalesce(sum(slots), 0) from workers where seen_at > ${databaseNow(db)} - ${deadAfterSeconds * 1000}
)`;

/** Takes the next turn of an account. `channel` is notified when the transaction is committed, since one statement is faster than two. */
export async function nextTurn(
  db: Transaction<Tables>,
  queue: string,
  { accountId, cost }: TurnOf,
  channel: string,
): Promise<Turn> {
  // pg-boss keeps the number as the negative priority.
  const { rows } = await sql<Turn>`
    with queue as (
      select
        count(*) filter (where state = 'active') as running,
        count(*) filter (where state < 'active') as waiting,
        coalesce(
          max(-priority) filter (where state = 'active'), min(-priority), (select max(finish) from turns), 0
        )::float8 as begun
      from pgboss.job
      where name = ${queue} and state <= 'active'
    ), turn as (
      insert into turns (account_id, finish, updated_at)
      select ${accountId}, begun + ${cost}::float8, ${databaseNow(db)} from queue
      on conflict (account_id) do update
        set finish = greatest(turns.finish, excluded.finish - ${cost}::float8) + ${cost}::float8, updated_at = excluded.updated_at
      returning finish - ${cost}::float8 as number
    )
    select running, waiting, number, ${slotsOf(db)} as slots, pg_notify(${channel}, '') from queue, turn
  `.execute(db);
  return rows[0] ?? { running: 0, waiting: 0, slots: 0, number: 0 };
}

/** An order took so many hundredths of seconds more, or less, than expected: the account's next turns come later, or earlier. */
export async function correctTurns(db: Database, queue: string, { accountId, cost }: TurnOf): Promise<void> {
  // One statement: both, or neither.
  await sql`
    with corrected as (
      update turns set finish = finish + ${cost}::float8 where account_id = ${accountId}
    )
    update pgboss.job set priority = priority - ${Math.round(cost)}::int
    where name = ${queue} and state < 'active' and data->>'accountId' = ${accountId}`.execute(db);
}

const forgetAfterMs = 60_000;

/** Removes the turns of accounts that have nothing in the queue and start where all others do: all of them when it is empty. */
export async function forgetTurns(db: Database, queue: string): Promise<void> {
  await sql`
    with queue as (
      select -priority as number, state, data->>'accountId' as account_id from pgboss.job
      where name = ${queue} and state <= 'active'
    )
    delete from turns
    where updated_at < ${databaseNow(db)} - ${forgetAfterMs}
      and finish <= (
        select coalesce(max(number) filter (where state = 'active'), min(number), 'infinity'::float8) from queue
      )
      and account_id not in (select account_id from queue)
  `.execute(db);
}

/** Orders of one group that wait. */
export interface WaitingGroup {
  group: string;
  waiting: number;
  /** How long the first of them has waited. */
  waitedMs: number;
}

/** The orders in the queue, and their owners. */
export async function lengthOf(db: Database, queue: string): Promise<QueueLength & { groups: WaitingGroup[] }> {
  const { rows } = await sql<QueueLength & { groups: WaitingGroup[] | null }>`
    with waiting as (
      select group_id as "group", count(*) as waiting,
        extract(epoch from clock_timestamp() - min(created_on)) * 1000 as "waitedMs"
      from pgboss.job where name = ${queue} and state < 'active' group by group_id
    )
    select
      (select count(*) from pgboss.job where name = ${queue} and state = 'active') as running,
      (select coalesce(sum(one.waiting), 0) from waiting one)::bigint as waiting,
      (select json_agg(one) from waiting one) as groups,
      ${slotsOf(db)} as slots
  `.execute(db);
  const [length] = rows;
  return { running: 0, waiting: 0, slots: 0, ...length, groups: length?.groups ?? [] };
}
