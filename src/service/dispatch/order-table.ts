// The scheduler's direct access to pg-boss's tables: everything that pg-boss's own interface does not offer.
// test/service/order-table.test.ts fails when a new version of pg-boss changes them.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Party } from '#service/queue/model.ts';
import type { LiveOrder, Outcome, QueueLength } from './dispatcher.ts';
import { deadAfterSeconds } from './workers.ts';

/** A task that this worker has claimed. */
export interface Taken<Task> {
  id: string;
  task: Task;
  /** The milliseconds since the task was sent, by the database's clock. */
  waitedMs: number;
  /** The start in virtual time, in hundredths of a second; the lowest goes first. */
  number: number;
}

/** A waiting task. */
export interface WaitingTask extends Party {
  id: string;
  tool: string | null;
  number: number;
  waitedMs: number;
}

/** The state of a task: waiting, running, ended, or `lost` with its worker. */
export type TaskState = { at: 'waiting' | 'running' | 'cancelled' | 'lost' } | { at: 'ended'; outcome: Outcome };

/** An order as virtual time counts it. */
export interface Cost {
  accountId: string;
  /** The expected duration, in hundredths of a second. */
  cost: number;
}

/** The length of the queue, and the number of the new order. */
export interface Numbered extends QueueLength {
  number: number;
}

export type OrderTable = ReturnType<typeof createOrderTable>;

const forgetAfterMs = 60_000;

export function createOrderTable(db: Database, queue: string) {
  const slots = (on: Database | Transaction<Tables>) => sql`(
    select coalesce(sum(slots), 0) from workers where seen_at > ${databaseNow(on)} - ${deadAfterSeconds * 1000}
  )`;
  const waiting = sql`from pgboss.job where name = ${queue} and state < 'active'`;
  return {
    /** Returns the waiting tasks in virtual-time order; with `firstsOnly`, only the first of each account. */
    async waiting({
      firstsOnly = false,
      on = db,
    }: { firstsOnly?: boolean; on?: Database | Transaction<Tables> } = {}): Promise<WaitingTask[]> {
      const { rows } = await sql<WaitingTask>`
        select id, "accountId", "isVisitor", "isWasteful", tool, number, "waitedMs" from (
          select ${firstsOnly ? sql`distinct on (data->>'accountId')` : sql``}
            id, created_on, -priority as number, data->>'tool' as tool, coalesce(data->>'accountId', '') as "accountId",
            coalesce((data->>'isVisitor')::boolean, false) as "isVisitor",
            coalesce((data->>'isWasteful')::boolean, false) as "isWasteful",
            (extract(epoch from clock_timestamp() - created_on) * 1000)::float8 as "waitedMs"
          ${waiting} order by data->>'accountId', priority desc, created_on
        ) task order by number, created_on`.execute(on);
      return rows;
    },

    /** Returns the tasks that have not ended; first those that run, then the others in virtual-time order. */
    async live(): Promise<LiveOrder[]> {
      const { rows } = await sql<LiveOrder>`
        select data->>'jobId' as "jobId", data->>'tool' as tool, data->>'accountId' as "accountId",
          coalesce((data->>'isVisitor')::boolean, false) as "isVisitor",
          coalesce((data->>'isInspection')::boolean, false) as "isInspection",
          (extract(epoch from clock_timestamp() - created_on) * 1000)::float8 as "ageMs",
          case when state = 'active' then (extract(epoch from clock_timestamp() - started_on) * 1000)::float8 end
            as "ranMs"
        from pgboss.job where name = ${queue} and state <= 'active' order by state desc, priority desc, created_on
      `.execute(db);
      return rows;
    },

    /** Claims the first of these tasks that is still waiting. */
    async take<Task>(ids: readonly string[]): Promise<Taken<Task> | undefined> {
      const { rows } = await sql<Taken<Task>>`
        update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
        where name = ${queue} and id = (
          select id ${waiting} and id = any(${ids}::uuid[])
          order by array_position(${ids}::uuid[], id) limit 1 for update skip locked
        )
        returning id, data as task, -priority as number,
          (extract(epoch from started_on - created_on) * 1000)::float8 as "waitedMs"`.execute(db);
      return rows[0];
    },

    async find(ids: readonly string[]): Promise<Map<string, TaskState>> {
      const { rows } = await sql<{ id: string; state: keyof typeof states; output: Outcome }>`
        select id, state, output from pgboss.job where name = ${queue} and id = any(${ids}::uuid[])`.execute(db);
      return new Map(rows.map(({ id, state, output }) => [id, stateOf(state, output)]));
    },

    /** Ends a waiting task; false when it is no longer waiting. */
    async end(transaction: Transaction<Tables>, id: string, outcome: Outcome): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update pgboss.job set state = 'completed', completed_on = now(), output = ${JSON.stringify(outcome)}::jsonb
        where name = ${queue} and state < 'active' and id = ${id}::uuid`.execute(transaction);
      return numAffectedRows === 1n;
    },

    /** Returns the numbers of running and waiting tasks, and of slots. */
    async length(): Promise<QueueLength> {
      const { rows } = await sql<QueueLength>`
        select count(*) filter (where state = 'active') as running, count(*) filter (where state < 'active') as waiting,
          ${slots(db)} as slots
        from pgboss.job where name = ${queue} and state <= 'active'`.execute(db);
      return rows[0] ?? { running: 0, waiting: 0, slots: 0 };
    },

    /**
     * Numbers an account's next order: where its last order is expected to finish, but never before the order that started
     * last. Notifies `channel` on commit in the same statement, which is faster than two.
     */
    async number(transaction: Transaction<Tables>, { accountId, cost }: Cost, channel: string): Promise<Numbered> {
      // pg-boss stores the number as the negative priority.
      const { rows } = await sql<Numbered>`
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
          select ${accountId}, begun + ${cost}::float8, ${databaseNow(transaction)} from queue
          on conflict (account_id) do update
            set finish = greatest(turns.finish, excluded.finish - ${cost}::float8) + ${cost}::float8,
              updated_at = excluded.updated_at
          returning finish - ${cost}::float8 as number
        )
        select running, waiting, number, ${slots(transaction)} as slots, pg_notify(${channel}, '') from queue, turn
      `.execute(transaction);
      return rows[0] ?? { running: 0, waiting: 0, slots: 0, number: 0 };
    },

    /** Corrects for an order that took `cost` longer than expected (possibly negative), and moves its account's waiting orders. */
    async correct({ accountId, cost }: Cost): Promise<void> {
      // A single statement applies both changes or neither.
      await sql`
        with corrected as (
          update turns set finish = finish + ${cost}::float8 where account_id = ${accountId}
        )
        update pgboss.job set priority = priority - ${Math.round(cost)}::int
        where name = ${queue} and state < 'active' and data->>'accountId' = ${accountId}`.execute(db);
    },

    /** Removes the rows of accounts that have no queued orders and would start like all others; if the queue is empty, removes all. */
    async forgetIdle(): Promise<void> {
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
    },
  };
}

/** The states of pg-boss. */
const states = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  cancelled: 'cancelled',
  failed: 'lost',
  completed: 'ended',
} as const;

function stateOf(state: keyof typeof states, outcome: Outcome): TaskState {
  const at = states[state];
  return at === 'ended' ? { at, outcome } : { at };
}
