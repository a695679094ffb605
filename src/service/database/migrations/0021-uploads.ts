// Resumable uploads, and their received parts.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  const { schema } = db;
  await schema
    .createTable('uploads')
    .addColumn('id', types.text, (c) => c.primaryKey())
    // The owner: an account, with one of its keys or in the dashboard, or a visitor without an account.
    .addColumn('account_id', types.text, (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', types.text)
    .addColumn('visitor', types.text)
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('bytes', types.bigint, (c) => c.notNull())
    .addColumn('received', types.bigint, (c) => c.notNull())
    .addColumn('expires_at', types.bigint, (c) => c.notNull())
    .execute();
  await schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute();
  await schema
    .createTable('upload_parts')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('upload_id', types.text, (c) => c.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('position', types.bigint, (c) => c.notNull())
    .execute();
  await schema.createIndex('upload_parts_upload').on('upload_parts').columns(['upload_id', 'position']).execute();
}
