// The time when a chore last began on any node.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('chores')
    .addColumn('name', types.text, (c) => c.primaryKey())
    .addColumn('begun_at', types.bigint, (c) => c.notNull())
    .execute();
}
