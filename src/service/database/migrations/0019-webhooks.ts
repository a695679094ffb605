// Webhooks of accounts and their deliveries; queued e-mails and queued deliveries share one outbox.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  const { schema } = db;
  await schema.alterTable('mails').renameTo('outbox').execute();
  await schema
    .alterTable('outbox')
    .addColumn('kind', types.text, (c) => c.notNull().defaultTo('mail'))
    .execute();
  await schema.alterTable('outbox').addColumn('account_id', types.text).execute();
  await schema
    .alterTable('outbox')
    .addColumn('created_at', types.bigint, (c) => c.notNull().defaultTo(0))
    .execute();
  // E-mails queued by earlier versions only record when they are tried again.
  await sql`update outbox set created_at = next_at`.execute(db);
  await schema.dropIndex('mails_next').execute();
  await schema.createIndex('outbox_next').on('outbox').columns(['kind', 'next_at', 'account_id']).execute();
  await schema.createIndex('outbox_expires').on('outbox').columns(['kind', 'expires_at']).execute();

  await schema
    .createTable('webhooks')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('url', types.text, (c) => c.notNull())
    .addColumn('events', types.text, (c) => c.notNull())
    .addColumn('enabled', types.integer, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('sealed_secret', types.text, (c) => c.notNull())
    .addColumn('sealed_old_secret', types.text)
    .addColumn('old_secret_until', types.bigint)
    .addColumn('failing_since', types.bigint)
    .execute();
  await schema.createIndex('webhooks_account').on('webhooks').column('account_id').execute();

  await schema
    .createTable('deliveries')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('webhook_id', types.text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('account_id', types.text, (c) => c.notNull())
    .addColumn('type', types.text, (c) => c.notNull())
    .addColumn('url', types.text)
    .addColumn('sealed', types.text, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('last_at', types.bigint)
    .addColumn('status', types.integer)
    .addColumn('duration_ms', types.integer)
    .addColumn('answer', types.text)
    .execute();
  await schema.createIndex('deliveries_webhook').on('deliveries').columns(['webhook_id', 'id']).execute();
  await schema.alterTable('jobs').addColumn('webhook_url', types.text).execute();
}
