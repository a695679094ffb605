// For administrators: when orders were taken, and which accounts are paused.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('orders').addColumn('taken_at', types.bigint).execute();
  await db.schema.alterTable('accounts').addColumn('paused_at', types.bigint).execute();
}
