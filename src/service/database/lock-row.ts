// Locks a row until the transaction ends, in both dialects, since SQLite has no `for update`.
import type { Transaction } from 'kysely';
import type { AccountRow, JobRow, Tables } from './schema.ts';

/** Locks and returns a row; undefined if there is no such row. */
export async function lockRow<Table extends 'accounts' | 'jobs'>(
  trx: Transaction<Tables>,
  table: Table,
  id: string,
): Promise<{ accounts: AccountRow; jobs: JobRow }[Table] | undefined> {
  const locked =
    table === 'accounts'
      ? await trx.updateTable('accounts').set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
      : await trx.updateTable('jobs').set({ id }).where('id', '=', id).returningAll().executeTakeFirst();
  return locked as { accounts: AccountRow; jobs: JobRow }[Table] | undefined;
}
