// The node that runs a pending job, and the time until which it counts as alive.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('jobs').addColumn('owner', types.text).execute();
  await db.schema.alterTable('jobs').addColumn('lease_until', types.bigint).execute();
}
