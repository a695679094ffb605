// The bytes of a job's input files, which are kept while it has failed.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('jobs').addColumn('input_bytes', types.integer).execute();
}
