// Logs the API calls of each account for its dashboard, written in batches a moment after the responses, and bounded.
import { sql } from 'kysely';
import type { Config } from '#config';
import { dayMs } from '#core/clock.ts';
import { firstIdAt, newId } from '#core/ids.ts';
import type { Background } from '#service/background.ts';
import { deleteInBatches } from '#service/database/batches.ts';
import type { Database } from '#service/database/database.ts';
import type { RequestRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { createGatherer } from '#service/gatherer.ts';

/** How long to gather calls, so that calls answered at the same time become one statement. */
const gatherMs = 500;
/** The maximum number of gathered calls; in a flood, only a part is recorded. */
const maxGathered = 250;
/** The number of newest calls to keep per account. */
export const maxRequests = 10_000;
const maxPathLength = 200;

export type Answered = Omit<RequestRow, 'id'>;

export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog(
  { db, clock, config }: Store & { config: Pick<Config, 'requestDays'> },
  background: Background,
) {
  const gatherer = createGatherer<RequestRow>(background, {
    gatherMs,
    problem: 'calls could not be listed',
    store: (rows) => storeKnown(db, rows),
  });
  return {
    /** Records an answered call; it is stored a moment later. */
    note(call: Answered): void {
      if (config.requestDays === 0 || gatherer.size >= maxGathered) return;
      const id = newId(clock.now());
      gatherer.add(id, () => ({ ...call, id, path: call.path.slice(0, maxPathLength) }));
    },
  };
}

/** Stores calls, except those of accounts deleted in the meantime. */
async function storeKnown(db: Database, rows: readonly RequestRow[]): Promise<void> {
  const ids = [...new Set(rows.map(({ account_id }) => account_id))];
  const accounts = await db.selectFrom('accounts').select('id').where('id', 'in', ids).execute();
  const known = new Set(accounts.map(({ id }) => id));
  const kept = rows.filter(({ account_id }) => known.has(account_id));
  if (kept.length === 0) return;
  await db
    .insertInto('requests')
    .values(kept)
    .execute()
    // If an account was deleted in the meantime, only its calls are lost.
    .catch(() => Promise.allSettled(kept.map((row) => db.insertInto('requests').values(row).execute())));
}

/** Deletes calls that are too old, and the oldest of accounts that have too many. */
export async function deleteOldRequests(
  { db, clock, config }: Store & { config: Pick<Config, 'requestDays'> },
  signal: AbortSignal,
): Promise<void> {
  const oldest = firstIdAt(clock.now() - config.requestDays * dayMs);
  await deleteInBatches(db, { table: 'requests', where: sql`id < ${oldest}` }, signal);
  const busy = await db
    .selectFrom('requests')
    .select('account_id')
    .groupBy('account_id')
    .having(({ fn }) => fn.countAll(), '>', maxRequests)
    .execute();
  for (const { account_id: accountId } of busy) {
    const first = await db
      .selectFrom('requests')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .offset(maxRequests - 1)
      .limit(1)
      .executeTakeFirst();
    if (first === undefined) continue;
    const where = sql`account_id = ${accountId} and id < ${first.id}`;
    await deleteInBatches(db, { table: 'requests', where }, signal);
  }
}
