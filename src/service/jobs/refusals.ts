// Counts calls refused before a job existed, by day, key, tool and code. A flood of them becomes a few rows, written a few
// times a second.
import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { ErrorCode } from '#core/errors.ts';
import type { Background } from '#service/background.ts';
import { createGatherer } from '#service/gatherer.ts';
import type { Database } from '#service/database/database.ts';
import type { RefusalRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';

/** The number of days for which refusals are kept. */
export const refusalDays = 30;

export interface Refused {
  accountId: string;
  /** Null for the dashboard. */
  keyId: string | null;
  /** The tool; undefined if there is no such tool. */
  tool: string | undefined;
  code: ErrorCode;
}

export type Refusals = ReturnType<typeof createRefusals>;

/** How long to gather refused calls: calls in quick succession, such as from a client in a loop, become one row. */
const gatherMs = 200;

export function createRefusals({ db, clock }: Store, background: Background) {
  const gatherer = createGatherer<RefusalRow>(background, {
    gatherMs,
    problem: 'refused calls could not be counted',
    async store(rows) {
      // If an account was deleted in the meantime, only its rows are lost.
      const stored = await Promise.allSettled(rows.map((row) => add(db, row)));
      const failed = stored.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  });
  return {
    /** Counts a refused call, and stores it a moment later. */
    note({ accountId, keyId, tool = '', code }: Refused): void {
      const now = clock.now();
      const row = { account_id: accountId, day: Math.floor(now / dayMs), key_id: keyId ?? '', tool, code };
      gatherer.add(Object.values(row).join(' '), (known) => ({ ...row, calls: (known?.calls ?? 0) + 1, last_at: now }));
    },
  };
}

async function add(db: Database, row: RefusalRow): Promise<void> {
  await db
    .insertInto('refusals')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'key_id', 'tool', 'code'])
        .doUpdateSet({ calls: sql`refusals.calls + excluded.calls`, last_at: sql`excluded.last_at` }),
    )
    .execute();
}

export interface ListedRefusal extends RefusalRow {
  /** The name of the key; null for calls of the dashboard. */
  key_name: string | null;
}

export interface RefusalFilter {
  tool?: string | undefined;
  code?: string | undefined;
  key?: string | undefined;
}

/** Returns the latest refused calls of an account, newest first. */
export async function listRefusals(
  db: Database,
  accountId: string,
  { tool, code, key }: RefusalFilter,
): Promise<ListedRefusal[]> {
  let rows = db
    .selectFrom('refusals')
    .leftJoin('keys', 'keys.id', 'refusals.key_id')
    .selectAll('refusals')
    .select('keys.name as key_name')
    .where('refusals.account_id', '=', accountId);
  if (tool !== undefined) rows = rows.where('refusals.tool', '=', tool);
  if (code !== undefined) rows = rows.where('refusals.code', '=', code);
  if (key !== undefined) rows = rows.where('refusals.key_id', '=', key === dashboardKey ? '' : key);
  return rows.orderBy('refusals.last_at', 'desc').limit(200).execute();
}

/** The value that represents the dashboard among the selectable keys. */
export const dashboardKey = 'dashboard';
