// Conversions by visitors without an account, and their number per IP address and day.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('trials')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('mime', types.text, (c) => c.notNull())
    .addColumn('size_bytes', types.bigint)
    .addColumn('expires_at', types.bigint, (c) => c.notNull())
    .addColumn('owner', types.text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('trials_expiry').on('trials').column('expires_at').execute();
  await db.schema
    .createTable('trial_visitors')
    .addColumn('visitor', types.text, (c) => c.primaryKey())
    .addColumn('used', types.integer, (c) => c.notNull())
    .addColumn('expires_at', types.bigint, (c) => c.notNull())
    .execute();
}
