// E-mails that have not been sent yet.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('mails')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('sealed', types.text, (c) => c.notNull())
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('next_at', types.bigint, (c) => c.notNull())
    .addColumn('expires_at', types.bigint, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('mails_next').on('mails').column('next_at').execute();
}
