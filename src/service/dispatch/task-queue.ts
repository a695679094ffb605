// A queue of pg-boss for workers on any node. Notifications are hints and may get lost; the rows are the truth, and are looked
// at now and then.
import { sql, type Transaction } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss, type SendOptions } from 'pg-boss';
import type { Database } from '#service/database/database.ts';
import type { Listener } from '#service/database/listener.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Outcome } from './dispatcher.ts';

/** A task that this worker alone may perform now. */
export interface Taken<Task> {
  id: string;
  task: Task;
  /** Since it was sent, by the database's clock. */
  waitedMs: number;
  /** Its turn: lower ones go first. */
  number: number;
}

/** A task that waits. */
export type First<Task> = Pick<Taken<Task>, 'task' | 'number'> & { group: string };

/** The state of a task: waiting, with a worker, ended, or `lost` with its worker. */
export type TaskState =
  | { at: 'waiting' }
  | { at: 'running' }
  | { at: 'cancelled' }
  | { at: 'lost' }
  | { at: 'ended'; outcome: Outcome };

export type TaskQueue<Task extends object> = ReturnType<typeof createTaskQueue<Task>>;

/** PostgreSQL takes less than 8000 bytes. */
const maxPayloadBytes = 7900;

/** The channels of LISTEN and NOTIFY. */
export const channelsOf = (name: string) =>
  ({ sent: `platen_${name}_sent`, ended: `platen_${name}_ended`, cancelled: `platen_${name}_cancelled` }) as const;

export function createTaskQueue<Task extends object>(
  name: string,
  { boss, db, listener }: { boss: PgBoss; db: Database; listener: Listener },
) {
  const channels = channelsOf(name);
  /** Not awaited, and its failure ignored: polling finds tasks whose notification is missed. */
  const hint = (channel: string, payload: string) =>
    void sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});

  async function find(ids: readonly string[]): Promise<Map<string, TaskState>> {
    const { rows } = await sql<{ id: string; state: keyof typeof states; output: Outcome }>`
      select id, state, output from pgboss.job where name = ${name} and id = any(${ids}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, state, output }) => [id, states[state](output)]));
  }

  return {
    /** The task waits from now on; in a transaction, which says by {@link channelsOf} that it was sent, from the commit on. */
    async send(task: Task, options: SendOptions, transaction?: Transaction<Tables>): Promise<void> {
      const db = transaction === undefined ? {} : { db: fromKysely(transaction) };
      if ((await boss.send(name, task, { ...options, ...db })) === null)
        throw new Error(`the task ${options.id} is in the queue already`);
      if (transaction === undefined) hint(channels.sent, '');
    },

    /** The next task, of none of these groups. */
    async take(without: readonly string[]): Promise<Taken<Task> | undefined> {
      const [taken]: JobWithMetadata<Task>[] = await boss.fetch<Task>(name, {
        batchSize: 1,
        includeMetadata: true,
        ignoreGroups: [...without],
      });
      if (taken === undefined) return undefined;
      const { id, data, createdOn, startedOn, priority } = taken;
      return { id, task: data, waitedMs: startedOn.getTime() - createdOn.getTime(), number: -priority };
    },

    /** The next task of each account in each group, in the order of turns. */
    async firsts(): Promise<First<Task>[]> {
      const { rows } = await sql<First<Task>>`
        select task, number, "group" from (
          select distinct on (group_id, data->>'accountId')
            data as task, -priority as number, group_id as "group", created_on
          from pgboss.job where name = ${name} and state < 'active'
          order by group_id, data->>'accountId', priority desc, created_on
        ) first order by number, created_on`.execute(db);
      return rows;
    },

    /** Says that this worker still works on these; those that it has lost. */
    async renew(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const { affected } = (await boss.touch(name, [...ids])) as Settled;
      if (affected === ids.length) return [];
      const found = await find(ids);
      return ids.filter((id) => found.get(id)?.at !== 'running');
    },

    /** Ends a task. False when this worker has lost it: it was cancelled, or the worker was taken for dead. */
    async end(id: string, outcome: Outcome): Promise<boolean> {
      const { affected } = (await boss.complete(name, id, outcome)) as Settled;
      // The answer to an attempt before may have been lost.
      const isEnded = affected === 1 || (await find([id])).get(id)?.at === 'ended';
      if (!isEnded) return false;
      const whole = JSON.stringify({ id, outcome });
      hint(channels.ended, Buffer.byteLength(whole) < maxPayloadBytes ? whole : JSON.stringify({ id }));
      return true;
    },

    /** Cancels the task: it is not started any more, and its worker stops. False when it had already ended. */
    async cancel(id: string): Promise<boolean> {
      const { affected } = (await boss.cancel(name, id)) as Settled;
      hint(channels.cancelled, id);
      return affected === 1;
    },

    find,

    /** Removes tasks that have ended and whose end is known. */
    async forget(ids: readonly string[]): Promise<void> {
      await boss.deleteJob(name, [...ids]);
    },

    onSent: (heard: () => void) => listener.on(channels.sent, heard),
    /** Without the outcome when it is too long to be notified. */
    onEnded: (heard: (id: string, outcome: Outcome | undefined) => void) =>
      listener.on(channels.ended, (payload) => {
        const { id, outcome } = JSON.parse(payload) as { id: string; outcome?: Outcome };
        heard(id, outcome);
      }),
    onCancelled: (heard: (id: string) => void) => listener.on(channels.cancelled, heard),
    /** Notifications may have been missed. */
    onGap: (heard: () => void) => listener.onConnected(heard),
  };
}

/** Parts of the answers of pg-boss that its types leave out. */
interface Settled {
  affected: number;
}

/** The states of pg-boss. */
const states = {
  created: (): TaskState => ({ at: 'waiting' }),
  retry: (): TaskState => ({ at: 'waiting' }),
  active: (): TaskState => ({ at: 'running' }),
  completed: (outcome: Outcome): TaskState => ({ at: 'ended', outcome }),
  cancelled: (): TaskState => ({ at: 'cancelled' }),
  failed: (): TaskState => ({ at: 'lost' }),
};
