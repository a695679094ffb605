// Keys that expire, keys with limited rights, and test keys with their own allowance.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  const { schema } = db;
  await schema.alterTable('keys').addColumn('expires_at', types.bigint).execute();
  await schema.alterTable('keys').addColumn('scopes', types.text).execute();
  await schema.alterTable('keys').addColumn('tools', types.text).execute();
  await schema.alterTable('keys').addColumn('last_used_from', types.text).execute();
  for (const [table, column] of [
    ['keys', 'is_test'],
    ['jobs', 'is_test'],
    ['accounts', 'test_day'],
    ['accounts', 'test_used'],
  ] as const)
    await schema
      .alterTable(table)
      .addColumn(column, types.integer, (c) => c.notNull().defaultTo(0))
      .execute();
}
