// The names of input files, and calls refused before a job existed, counted by day.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('jobs').addColumn('input_name', types.text).execute();
  await db.schema
    .createTable('refusals')
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('day', types.integer, (c) => c.notNull())
    .addColumn('key_id', types.text, (c) => c.notNull())
    .addColumn('tool', types.text, (c) => c.notNull())
    .addColumn('code', types.text, (c) => c.notNull())
    .addColumn('calls', types.integer, (c) => c.notNull())
    .addColumn('last_at', types.bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('refusals_of_day', ['account_id', 'day', 'key_id', 'tool', 'code'])
    .execute();
}
