// Facts about the operation of the service, for all nodes.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('operation')
    .addColumn('name', types.text, (c) => c.primaryKey())
    .addColumn('at', types.bigint, (c) => c.notNull())
    .addColumn('detail', types.text)
    .execute();
}
