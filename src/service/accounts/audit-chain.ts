// The audit log of each account is a chain: an entry that is changed, added or removed afterwards no longer fits the hashes, nor
// an earlier export. A writer of the database can forge the whole chain, but not an export that is kept elsewhere.
import { createHash } from 'node:crypto';
import type { AuditRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';

const pageRows = 500;

/** Returns the hexadecimal hash of an entry and of the hash of the account's previous entry. */
export function hashOf(row: Omit<AuditRow, 'hash'>, before: string | null): string {
  const { position, id, account_id, at, actor, event, detail, address } = row;
  const parts = JSON.stringify([before, position, id, account_id, at, actor, event, detail, address]);
  return createHash('sha256').update(parts).digest('hex');
}

/** Yields all entries, account by account, in chain order; entries that predate the chain come first. */
export async function* entriesOf(db: Database): AsyncGenerator<AuditRow> {
  let last: AuditRow | undefined;
  for (;;) {
    let page = db
      .selectFrom('audit')
      .selectAll()
      .orderBy('account_id')
      .orderBy((eb) => eb.fn.coalesce('position', eb.lit(0)))
      .orderBy('id')
      .limit(pageRows);
    if (last !== undefined) {
      const { account_id, position, id } = last;
      page = page.where((eb) =>
        eb(
          eb.refTuple('account_id', eb.fn.coalesce('position', eb.lit(0)), 'id'),
          '>',
          eb.tuple(account_id, position ?? 0, id),
        ),
      );
    }
    const rows = await page.execute();
    yield* rows;
    last = rows.at(-1);
    if (rows.length < pageRows) return;
  }
}

export interface ChainProblem {
  account: string;
  /** The identifier of the entry. */
  entry: string;
  problem: string;
}

/** Returns the breaks in the chain. Entries older than `oldestMs` may have been deleted, so a chain may begin there. */
export async function checkChain(
  db: Database,
  oldestMs: number,
): Promise<{ entries: number; problems: ChainProblem[] }> {
  const problems: ChainProblem[] = [];
  let entries = 0;
  let before: AuditRow | undefined;
  let newestUnchained = 0;
  for await (const row of entriesOf(db)) {
    entries += 1;
    const report = (problem: string) => problems.push({ account: row.account_id, entry: row.id, problem });
    if (row.account_id !== before?.account_id) {
      before = undefined;
      newestUnchained = 0;
    }
    if (row.position === null) newestUnchained = row.at;
    else if (before === undefined || before.position === null) {
      if (row.at < newestUnchained) report('there are later entries outside of the chain');
      if (row.position === 1 && row.hash !== hashOf(row, null)) report('it was changed');
      if (row.position > 1 && row.at > oldestMs) report(`${row.position - 1} are missing before it`);
    } else if (row.position !== before.position + 1)
      report(`${row.position - before.position - 1} are missing before it`);
    else if (row.hash !== hashOf(row, before.hash)) report('it, or the one before it, was changed');
    before = row;
  }
  return { entries, problems };
}
