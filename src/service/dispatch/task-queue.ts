// A queue of pg-boss for workers on any node. Notifications are hints that may get lost; the rows are authoritative, and are
// polled.
import { sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss, type SendOptions } from 'pg-boss';
import type { Database } from '#service/database/database.ts';
import type { Listener } from '#service/database/listener.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Outcome } from './dispatcher.ts';
import { createOrderTable } from './order-table.ts';

export type TaskQueue<Task extends object> = ReturnType<typeof createTaskQueue<Task>>;

/** The maximum payload of a notification; PostgreSQL accepts fewer than 8000 bytes. */
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
  /** Notifies without waiting, and ignores failures: polling finds tasks whose notification was missed. */
  const hint = (channel: string, payload: string) =>
    void sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});

  return {
    table,

    /** Sends a task; within a transaction, it waits from the commit on, and the caller notifies the channel of {@link channelsOf}. */
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

    /** Ends a task; false if this worker has lost it, because it was cancelled or the worker was considered dead. */
    async end(id: string, outcome: Outcome): Promise<boolean> {
      const { affected } = (await boss.complete(name, id, outcome)) as Settled;
      // The answer to a previous attempt may have been lost.
      const isEnded = affected === 1 || (await table.find([id])).get(id)?.at === 'ended';
      if (isEnded) hint(channels.ended, endedPayload(id, outcome));
      return isEnded;
    },

    /** Ends a waiting task in a transaction; false when it is no longer waiting. */
    async endWaiting(transaction: Transaction<Tables>, id: string, outcome: Outcome): Promise<boolean> {
      const isEnded = await table.end(transaction, id, outcome);
      if (isEnded) await sql`select pg_notify(${channels.ended}, ${endedPayload(id, outcome)})`.execute(transaction);
      return isEnded;
    },

    /** Cancels a task, which then never starts, or whose worker stops; false when it had already ended. */
    async cancel(id: string): Promise<boolean> {
      const { affected } = (await boss.cancel(name, id)) as Settled;
      hint(channels.cancelled, id);
      return affected === 1;
    },

    /** Removes ended tasks whose outcome is known. */
    async forget(ids: readonly string[]): Promise<void> {
      await boss.deleteJob(name, [...ids]);
    },

    onSent: (listen: () => void) => listener.on(channels.sent, listen),
    /** Listens for ended tasks; the outcome is missing when it is too long for a notification. */
    onEnded: (listen: (id: string, outcome: Outcome | undefined) => void) =>
      listener.on(channels.ended, (payload) => {
        const { id, outcome } = JSON.parse(payload) as { id: string; outcome?: Outcome };
        listen(id, outcome);
      }),
    onCancelled: (listen: (id: string) => void) => listener.on(channels.cancelled, listen),
    /** Listens for reconnects, before which notifications may have been missed. */
    onGap: (listen: () => void) => listener.onConnected(listen),
  };
}

function endedPayload(id: string, outcome: Outcome): string {
  const whole = JSON.stringify({ id, outcome });
  return Buffer.byteLength(whole) < maxPayloadBytes ? whole : JSON.stringify({ id });
}

/** The parts of pg-boss's answers that its types omit. */
interface Settled {
  affected: number;
}
