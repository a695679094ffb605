// The queues that all nodes share, on the service's own database: orders, and previews beside them.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Log } from '#core/log.ts';
import type { Database } from '#service/database/database.ts';
import { startListener } from '#service/database/listener.ts';
import type { ConnectionPool } from '#service/database/pool.ts';
import { changeTables } from '#service/database/postgres.ts';
import type { Tables } from '#service/database/schema.ts';
import type { StoredResult } from '#service/jobs/draw-preview.ts';
import { Waits } from '#service/queue/waits.ts';
import type { Order, OrderUser, Outcome, QueueLength } from './dispatcher.ts';
import type { SealedOptions } from './sealed.ts';
import { channelsOf, createTaskQueue, type TaskQueue } from './task-queue.ts';
import { correctTurns, forgetTurns, lengthOf, nextTurn, type Turn } from './turns.ts';
import { deadAfterSeconds, enlist } from './workers.ts';

/** An order as it lies in the database. */
export type SealedOrder = Omit<Order, 'options'> & {
  options: SealedOptions;
  /** The hundredths of seconds that it counts for until more is known; absent in orders of a node of an earlier version. */
  cost?: number;
  /** Whether its account burns its time. */
  isWasteful?: boolean;
};

export interface PreviewTask {
  result: StoredResult;
  leftMs: number;
}

export interface OrderQueue extends QueueLength, AsyncDisposable {
  orders: TaskQueue<SealedOrder>;
  previews: TaskQueue<PreviewTask>;
  /** Whether orders of one that has so many waiting would be refused now, though it may displace others; only a snapshot. */
  isFullFor(user: QueueUser, size: number): boolean;
  /** The seconds until a minute has passed since another account's order had to wait; 0 when it has. */
  secondsOfOthers(user: OrderUser): number;
  /** Ends the last order of the account with the most waiting orders, if it has more than this one would; otherwise false. */
  displace(transaction: Transaction<Tables>, user: QueueUser, outcome: Outcome): Promise<boolean>;
  /** An order took so many seconds more, or less, than expected. */
  correctTurns(accountId: string, seconds: number): Promise<void>;
  /** In a transaction, which `limit` can still end by throwing. */
  sendOrder(
    transaction: Transaction<Tables>,
    order: SealedOrder & { cost: number },
    limit: (turn: Turn) => void | Promise<void>,
  ): Promise<void>;
  sendPreview(id: string, task: PreviewTask): Promise<void>;
  /** Says every few seconds that a worker is alive, until disposed of. */
  enlist(workerId: string, slots: number): AsyncDisposable;
}

type QueueUser = OrderUser & Pick<SealedOrder, 'isWasteful'>;

/** The group of orders that share a part of the slots: an account's, or those of all visitors and of accounts that burn their time. */
const groupOf = ({ accountId, isVisitor, isWasteful }: QueueUser): string =>
  isVisitor === true || isWasteful === true ? lastGroup : accountId;
export const lastGroup = 'last';

const names = { orders: 'orders', previews: 'previews' } as const;

const superviseSeconds = 5;
/** For outcomes that are not awaited, because their node is gone. */
const keepOutcomeSeconds = 3600;
const countMs = 1000;
/** The largest integer of PostgreSQL: more than half a year of one slot without a moment of quiet. */
const maxPriority = 2 ** 31 - 1;
/** The time that a worker gets beyond the limit of the conversion, before pg-boss ends the task by itself. */
const graceSeconds = 30;

/** The identifier of a job's task: a UUID, as pg-boss wants it. */
export function taskId(jobId: string): string {
  const hex = createHash('sha256').update(jobId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The tables of pg-boss, and our queues in them. */
async function createQueues(pool: ConnectionPool): Promise<void> {
  const boss = new PgBoss({ db: executorOf(pool), schedule: false, supervise: false });
  await boss.start();
  const options = { retryLimit: 0, heartbeatSeconds: deadAfterSeconds, deleteAfterSeconds: keepOutcomeSeconds };
  for (const name of Object.values(names)) await boss.createQueue(name, options);
  await boss.stop({ graceful: false });
}

const executorOf = (pool: ConnectionPool): NonNullable<ConstructorOptions['db']> => ({
  // Without values the text may be several statements; with values it is one, which is planned once.
  executeSql: (text, values = []) => pool.query(values.length === 0 ? { text } : { text, values, name: nameOf(text) }),
});

/** The name of a prepared statement; PostgreSQL accepts 63 bytes. */
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');

interface QueueDependencies {
  url: string;
  db: Database;
  pool: ConnectionPool;
  log: Log;
}

export async function openOrderQueue({ url, db, pool, log }: QueueDependencies): Promise<OrderQueue> {
  await changeTables(url, createQueues);
  const boss = new PgBoss({
    db: executorOf(pool),
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: keepOutcomeSeconds,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue could not be supervised; it is tried again'));
  boss.on('warning', ({ message }) => log.warn({ problem: message }, 'a warning of the queue'));
  await boss.start();
  const listener = startListener(
    url,
    Object.values(names).flatMap((name) => Object.values(channelsOf(name))),
  );
  const orders = createTaskQueue<SealedOrder>(names.orders, { boss, db, listener });
  const previews = createTaskQueue<PreviewTask>(names.previews, { boss, db, listener });
  let length: Awaited<ReturnType<typeof lengthOf>> = { running: 0, waiting: 0, slots: 0, groups: [] };
  const waits = new Waits();
  const closing = new AbortController();
  const counting = keepCounting();

  async function keepCounting(): Promise<void> {
    while (!closing.signal.aborted) {
      // The last count stands while the database is away; the error is reported elsewhere.
      length = await lengthOf(db, names.orders).catch(() => length);
      for (const { group, waitedMs } of length.groups) if (group !== lastGroup) waits.note(group, waitedMs);
      await forgetTurns(db, names.orders).catch(() => {});
      // Only the end of the queue cuts the pause short.
      await sleep(countMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  return {
    orders,
    previews,
    get running() {
      return length.running;
    },
    get waiting() {
      return length.waiting;
    },
    get slots() {
      return length.slots;
    },

    isFullFor(user, size) {
      const { waiting, running, slots, groups } = length;
      const mine = groups.find(({ group }) => group === groupOf(user))?.waiting ?? 0;
      return waiting >= size + Math.max(0, slots - running) && groups.every((other) => other.waiting <= mine + 1);
    },

    secondsOfOthers: ({ accountId }) => waits.ofOthers(accountId),

    async displace(transaction, user, outcome) {
      const { rows } = await sql<{ id: string }>`
        with waiting as (
          select group_id, count(*) as orders from pgboss.job
          where name = ${names.orders} and state < 'active' group by group_id
        ), longest as (
          select group_id from waiting
          where orders > 1 + coalesce((select orders from waiting where group_id = ${groupOf(user)}), 0)
          order by orders desc limit 1
        )
        update pgboss.job set state = 'completed', completed_on = now(), output = ${JSON.stringify(outcome)}::jsonb
        where name = ${names.orders} and id = (
          select id from pgboss.job join longest using (group_id)
          where name = ${names.orders} and state < 'active'
          order by created_on desc limit 1 for update of job skip locked
        )
        returning id`.execute(transaction);
      const [displaced] = rows;
      if (displaced !== undefined)
        await sql`select pg_notify(${channelsOf(names.orders).ended}, ${JSON.stringify({ id: displaced.id, outcome })})`.execute(
          transaction,
        );
      return displaced !== undefined;
    },

    async correctTurns(accountId, seconds) {
      await correctTurns(db, names.orders, { accountId, cost: seconds * 100 });
    },

    async sendOrder(transaction, order, limit) {
      const turn = await nextTurn(transaction, names.orders, order, channelsOf(names.orders).sent);
      await limit(turn);
      const seconds = Math.ceil(order.timeoutMs / 1000) + graceSeconds;
      const options = {
        id: taskId(order.jobId),
        priority: -Math.min(maxPriority, Math.round(turn.number)),
        group: { id: groupOf(order) },
        expireInSeconds: seconds,
        retentionSeconds: seconds,
      };
      await orders.send(order, options, transaction);
    },

    async sendPreview(id, task) {
      const seconds = Math.ceil(task.leftMs / 1000);
      const kept = { retentionSeconds: seconds, deleteAfterSeconds: seconds + graceSeconds };
      await previews.send(task, { id, expireInSeconds: seconds + graceSeconds, ...kept });
    },

    enlist: (workerId, slots) => enlist(db, { id: workerId, slots }, log),

    async [Symbol.asyncDispose]() {
      closing.abort();
      await counting;
      await boss.stop({ graceful: false });
      await listener[Symbol.asyncDispose]();
    },
  };
}
