// Orders of asynchronous jobs, until they have ended.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .alterTable('jobs')
    .addColumn('is_later', types.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('jobs_key').on('jobs').columns(['key_id', 'id']).execute();
  await db.schema
    .createTable('orders')
    .addColumn('job_id', types.text, (c) => c.primaryKey().references('jobs.id').onDelete('cascade'))
    .addColumn('account_id', types.text, (c) => c.notNull())
    .addColumn('sealed', types.text, (c) => c.notNull())
    .addColumn('bytes', types.bigint, (c) => c.notNull())
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('is_taken', types.integer, (c) => c.notNull())
    .addColumn('progress', types.text)
    .execute();
  await db.schema.createIndex('orders_next').on('orders').columns(['is_taken', 'account_id', 'job_id']).execute();
}
