// Queued e-mails and webhook deliveries in the database, so that neither an
// unavailable receiver nor a restart loses any. Each is sent at least once.
import type { Transaction } from 'kysely';
import { batchRows } from '#service/database/batches.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';

export type Outbox = ReturnType<typeof createOutbox>;
const kinds = ['mail', 'webhook'] as const;
export type OutboxKind = (typeof kinds)[number];

export interface OutboxItem {
  id: string;
  sealed: string;
  /** The number of previous attempts. */
  attempts: number;
}

interface NewItem {
  id: string;
  kind: OutboxKind;
  /** The account of the item, whose items can be skipped. */
  account_id?: string;
  sealed: string;
  /** The delay before the first attempt, and how long the item remains useful. */
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

    /** Returns the number of queued items of each kind, and the age of the oldest. */
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

    /** Sets when a claimed entry is due again. An entry added again in the meantime is not changed. */
    async putBack(id: string, attempts: number, afterMs: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ next_at: clock.now() + afterMs })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .execute();
    },

    /** Removes items that are no longer useful; a delivery among them has failed. */
    async removeExpired(kind: OutboxKind): Promise<void> {
      const now = clock.now();
      const expired = await db
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('expires_at', '<=', now)
        .limit(batchRows)
        .execute();
      if (expired.length === 0) return;
      const ids = expired.map(({ id }) => id);
      await db.transaction().execute(async (trx) => {
        const removed = await trx
          .deleteFrom('outbox')
          .where('id', 'in', ids)
          // Skips an item that was added again in the meantime.
          .where('expires_at', '<=', now)
          .returning('id')
          .execute();
        if (kind !== 'webhook' || removed.length === 0) return;
        await trx
          .updateTable('deliveries')
          .set({ state: 'failed' })
          .where(
            'id',
            'in',
            removed.map(({ id }) => id),
          )
          .where('state', '=', 'waiting')
          .execute();
      });
    },

    /**
     * Claims due items; several processes claim different ones. An item that is neither removed nor put
     * back is due again after `holdMs`, which has to exceed the duration of an attempt.
     */
    async *take(
      kind: OutboxKind,
      {
        limit,
        holdMs,
        without = [],
      }: { limit: number; holdMs: (attempts: number) => number; without?: readonly string[] },
    ): AsyncGenerator<OutboxItem> {
      const now = clock.now();
      const due = await db
        .selectFrom('outbox')
        .select(['id', 'sealed', 'attempts'])
        .where('kind', '=', kind)
        .where('next_at', '<=', now)
        .where('expires_at', '>', now)
        .$if(without.length > 0, (items) => items.where('account_id', 'not in', without))
        .orderBy('next_at')
        .limit(limit)
        .execute();
      for (const item of due) {
        const claimed = await db
          .updateTable('outbox')
          .set({ attempts: item.attempts + 1, next_at: clock.now() + holdMs(item.attempts) })
          .where('id', '=', item.id)
          .where('attempts', '=', item.attempts)
          .executeTakeFirst();
        if (claimed.numUpdatedRows === 1n) yield item;
      }
    },
  };
}
