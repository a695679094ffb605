// What has to leave the service and has not yet: e-mails and the deliveries of webhooks, in the database, so that neither a
// receiver that is away nor a restart loses any. Each is sent at least once.
import type { Transaction } from 'kysely';
import type { Tables } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';

export type Outbox = ReturnType<typeof createOutbox>;
const kinds = ['mail', 'webhook'] as const;
export type OutboxKind = (typeof kinds)[number];

export interface OutboxItem {
  id: string;
  sealed: string;
  /** Before this one. */
  attempts: number;
}

interface NewItem {
  id: string;
  kind: OutboxKind;
  /** The account that it is for, whose items can be left alone. */
  account_id?: string;
  sealed: string;
  /** When it may be taken for the first time, and for how long it is useful. */
  afterMs: number;
  usefulMs: number;
}

export function createOutbox({ db, clock }: Store) {
  return {
    async add(
      { id, kind, account_id, sealed, afterMs, usefulMs }: NewItem,
      within: Store['db'] | Transaction<Tables> = db,
    ): Promise<void> {
      const now = clock.now();
      const row = {
        id,
        kind,
        account_id: account_id ?? null,
        sealed,
        attempts: 0,
        created_at: now,
        next_at: now + afterMs,
        expires_at: now + usefulMs,
      };
      await within.insertInto('outbox').values(row).execute();
    },

    /** What has not left yet: how many items of a kind, and the age of the oldest. */
    async backlog(): Promise<{ kind: OutboxKind; items: number; oldestMs: number }[]> {
      const now = clock.now();
      const rows = await db
        .selectFrom('outbox')
        .groupBy('kind')
        .select(({ fn }) => [
          'kind' as const,
          fn.countAll<number | string>().as('items'),
          fn.min<number | string>('created_at').as('oldest'),
        ])
        .execute();
      return kinds.map((kind) => {
        const row = rows.find((one) => one.kind === kind);
        return { kind, items: Number(row?.items ?? 0), oldestMs: Math.max(0, now - Number(row?.oldest ?? now)) };
      });
    },

    remove: async (id: string) => void (await db.deleteFrom('outbox').where('id', '=', id).execute()),

    /** Those that are due and that no process has; several processes take different ones. `pauseMs` is the time until one that is not removed is due again. */
    async *take(
      kind: OutboxKind,
      {
        limit,
        pauseMs,
        without = [],
      }: { limit: number; pauseMs: (attempts: number) => number; without?: readonly string[] },
    ): AsyncGenerator<OutboxItem> {
      const now = clock.now();
      await db.deleteFrom('outbox').where('kind', '=', kind).where('expires_at', '<=', now).execute();
      const due = await db
        .selectFrom('outbox')
        .select(['id', 'sealed', 'attempts'])
        .where('kind', '=', kind)
        .where('next_at', '<=', now)
        .$if(without.length > 0, (items) => items.where('account_id', 'not in', without))
        .orderBy('next_at')
        .limit(limit)
        .execute();
      for (const item of due) {
        const claimed = await db
          .updateTable('outbox')
          .set({ attempts: item.attempts + 1, next_at: now + pauseMs(item.attempts) })
          .where('id', '=', item.id)
          .where('attempts', '=', item.attempts)
          .executeTakeFirst();
        if (claimed.numUpdatedRows === 1n) yield item;
      }
    },
  };
}
