// The queues that all nodes share in the service's own database, for orders and for previews.
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Log } from '#core/log.ts';
import type { Database } from '#service/database/database.ts';
import { startListener } from '#service/database/listener.ts';
import type { ConnectionPool } from '#service/database/pool.ts';
import { changeTables } from '#service/database/postgres.ts';
import type { Tables } from '#service/database/schema.ts';
import type { StoredResult } from '#service/jobs/draw-preview.ts';
import { Counts } from './counts.ts';
import type { Order } from './dispatcher.ts';
import type { Numbered } from './order-table.ts';
import type { SealedOptions } from './sealed.ts';
import { channelsOf, createTaskQueue } from './task-queue.ts';
import { deadAfterSeconds, enlist } from './workers.ts';

/** An order in the form stored in the database. */
export type SealedOrder = Omit<Order, 'options'> & {
  options: SealedOptions;
  /** Whether the account wastes time. */
  isWasteful?: boolean;
  /** The hundredths of a second that the order counts for until more is known; absent in orders from nodes of an earlier version. */
  cost?: number;
};

export interface PreviewTask {
  result: StoredResult;
  leftMs: number;
}

export type OrderQueue = Awaited<ReturnType<typeof openOrderQueue>>;

const names = { orders: 'orders', previews: 'previews' } as const;

const superviseSeconds = 5;
/** How long to keep outcomes that are not awaited because their node is gone. */
const keepOutcomeSeconds = 3600;
/** The largest integer of PostgreSQL: more than half a year of one slot without idle time. */
const maxPriority = 2 ** 31 - 1;
/** The time that a worker gets beyond the conversion's limit before pg-boss ends the task by itself. */
const graceSeconds = 30;

/** Returns the identifier of a job's task: a UUID, as pg-boss requires. */
export function taskId(jobId: string): string {
  const hex = createHash('sha256').update(jobId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Creates the tables of pg-boss and our queues in them. */
async function createQueues(pool: ConnectionPool): Promise<void> {
  const boss = new PgBoss({ db: executorOf(pool), schedule: false, supervise: false });
  await boss.start();
  const options = { retryLimit: 0, heartbeatSeconds: deadAfterSeconds, deleteAfterSeconds: keepOutcomeSeconds };
  for (const name of Object.values(names)) await boss.createQueue(name, options);
  await boss.stop({ graceful: false });
}

const executorOf = (pool: ConnectionPool): NonNullable<ConstructorOptions['db']> => ({
  // Without values, the text may contain several statements; with values, it is a single statement that is planned once.
  executeSql: (text, values = []) => pool.query(values.length === 0 ? { text } : { text, values, name: nameOf(text) }),
});

/** Returns the name of a prepared statement, for which PostgreSQL accepts 63 bytes. */
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');

interface QueueDependencies {
  url: string;
  db: Database;
  pool: ConnectionPool;
  log: Log;
}

export async function openOrderQueue({ url, db, pool, log }: QueueDependencies) {
  await changeTables(url, createQueues);
  const boss = await startBoss(pool, log);
  const listener = startListener(
    url,
    Object.values(names).flatMap((name) => Object.values(channelsOf(name))),
  );
  const orders = createTaskQueue<SealedOrder>(names.orders, { boss, db, listener });
  const previews = createTaskQueue<PreviewTask>(names.previews, { boss, db, listener });
  const counts = new Counts(orders.table);
  return {
    orders,
    previews,
    /** The numbers of running and waiting orders. */
    counts,

    /** Sends an order in a transaction, which `limit` can still roll back by throwing. */
    async sendOrder(
      transaction: Transaction<Tables>,
      order: SealedOrder & { cost: number },
      limit: (length: Numbered) => Promise<void>,
    ): Promise<void> {
      const numbered = await orders.table.number(transaction, order, channelsOf(names.orders).sent);
      await limit(numbered);
      const seconds = Math.ceil(order.timeoutMs / 1000) + graceSeconds;
      const options = {
        id: taskId(order.jobId),
        priority: -Math.min(maxPriority, Math.round(numbered.number)),
        expireInSeconds: seconds,
        retentionSeconds: seconds,
      };
      await orders.send(order, options, transaction);
    },

    async sendPreview(id: string, task: PreviewTask): Promise<void> {
      const seconds = Math.ceil(task.leftMs / 1000);
      const kept = { retentionSeconds: seconds, deleteAfterSeconds: seconds + graceSeconds };
      await previews.send(task, { id, expireInSeconds: seconds + graceSeconds, ...kept });
    },

    /** Sends a heartbeat for a worker every few seconds, until disposed of. */
    enlist: (workerId: string, slots: number) => enlist(db, { id: workerId, slots }, log),

    async [Symbol.asyncDispose]() {
      await counts[Symbol.asyncDispose]();
      await boss.stop({ graceful: false });
      await listener[Symbol.asyncDispose]();
    },
  };
}

async function startBoss(pool: ConnectionPool, log: Log): Promise<PgBoss> {
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
  return boss;
}
