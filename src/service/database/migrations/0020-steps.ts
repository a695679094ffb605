// Jobs of several steps, each of which counts as a conversion.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('jobs').addColumn('steps', types.text).execute();
}
