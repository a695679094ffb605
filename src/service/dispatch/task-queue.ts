// A queue of pg-boss for workers on any node. Notifications are hints and may get lost; the rows are the truth, and are
// polled.
import { sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss, type SendOptions } from 'pg-boss';
import type { Database } from '#service/database/database.ts';
import type { Listener } from '#service/database/listener.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Outcome } from './dispatcher.ts';
import { createOrderTable } from './order-table.ts';

export type TaskQueue<Task extends object> = ReturnType<typeof createTaskQueue<Task>>;

/** PostgreSQL accepts fewer than 8000 bytes. */
const maxPayloadBytes = 7900;

/** The channels of LISTEN and NOTIFY. */
export const channelsOf = (name: string) =>
  ({ sent: `platen_${name}_sent`, ended: `platen_${name}_ended`, cancelled: `platen_${name}_cancelled` }) as const;

export function createTaskQueue<Task extends object>(
  name: string,
  { boss, db, listener }: { boss: PgBoss; db: Database; listener: Listener },
) {
  const channels = channelsOf(name);
  const table = createOrderTable(db, name);
  /** Not awaited, and its failure ignored: polling finds tasks whose notification is missed. */
  const hint = (channel: string, payload: string) =>
    void sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});

  return {
    table,

    /** The task waits from now on; in a transaction, which says by {@link channelsOf} that it was sent, from the commit on. */
    async send(task: Task, options: SendOptions, transaction?: Transaction<Tables>): Promise<void> {
      const db = transaction === undefined ? {} : { db: fromKysely(transaction) };
      if ((await boss.send(name, task, { ...options, ...db })) === null)
        throw new Error(`the task ${options.id} is in the queue already`);
      if (transaction === undefined) hint(channels.sent, '');
    },

    waiting: () => table.waiting({ firstsOnly: true }),
    take: (ids: readonly string[]) => table.take<Task>(ids),
    find: (ids: readonly string[]) => table.find(ids),

    /** Renews the heartbeats of tasks; returns the tasks that this worker has lost. */
    async renew(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const { affected } = (await boss.touch(name, [...ids])) as Settled;
      if (affected === ids.length) return [];
      const found = await table.find(ids);
      return ids.filter((id) => found.get(id)?.at !== 'running');
    },

    /** Ends a task. False if this worker has lost it: it was cancelled, or the worker was considered dead. */
    async end(id: string, outcome: Outcome): Promise<boolean> {
      const { affected } = (await boss.complete(name, id, outcome)) as Settled;
      // The answer to a previous attempt may have been lost.
      const isEnded = affected === 1 || (await table.find([id])).get(id)?.at === 'ended';
      if (isEnded) hint(channels.ended, endedPayload(id, outcome));
      return isEnded;
    },

    /** Ends a task that waits, in a transaction; false when it no longer does. */
    async endWaiting(transaction: Transaction<Tables>, id: string, outcome: Outcome): Promise<boolean> {
      const isEnded = await table.end(transaction, id, outcome);
      if (isEnded) await sql`select pg_notify(${channels.ended}, ${endedPayload(id, outcome)})`.execute(transaction);
      return isEnded;
    },

    /** Cancels the task: it is not started any more, and its worker stops. False when it had already ended. */
    async cancel(id: string): Promise<boolean> {
      const { affected } = (await boss.cancel(name, id)) as Settled;
      hint(channels.cancelled, id);
      return affected === 1;
    },

    /** Removes finished tasks whose end is known. */
    async forget(ids: readonly string[]): Promise<void> {
      await boss.deleteJob(name, [...ids]);
    },

    onSent: (listen: () => void) => listener.on(channels.sent, listen),
    /** Without the outcome when it is too long for a notification. */
    onEnded: (listen: (id: string, outcome: Outcome | undefined) => void) =>
      listener.on(channels.ended, (payload) => {
        const { id, outcome } = JSON.parse(payload) as { id: string; outcome?: Outcome };
        listen(id, outcome);
      }),
    onCancelled: (listen: (id: string) => void) => listener.on(channels.cancelled, listen),
    /** Notifications may have been missed. */
    onGap: (listen: () => void) => listener.onConnected(listen),
  };
}

function endedPayload(id: string, outcome: Outcome): string {
  const whole = JSON.stringify({ id, outcome });
  return Buffer.byteLength(whole) < maxPayloadBytes ? whole : JSON.stringify({ id });
}

/** Parts of the answers of pg-boss that its types leave out. */
interface Settled {
  affected: number;
}
