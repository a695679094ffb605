// The API calls of accounts, which their dashboards list.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('requests')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', types.text, (c) => c.notNull())
    .addColumn('method', types.text, (c) => c.notNull())
    .addColumn('path', types.text, (c) => c.notNull())
    .addColumn('status', types.integer, (c) => c.notNull())
    .addColumn('code', types.text)
    .addColumn('duration_ms', types.integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('requests_account').on('requests').columns(['account_id', 'id']).execute();
}
