// The report of a compression.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('jobs').addColumn('compression', types.text).execute();
}
