// Samples of the operation of each node, for the graphs of the last day.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('samples')
    .addColumn('at', types.bigint, (c) => c.notNull())
    .addColumn('node', types.text, (c) => c.notNull())
    .addColumn('sample', types.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('samples_key', ['at', 'node'])
    .execute();
}
