// The tables' history. A migration that has landed is never changed; a new one is added.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const first: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('period_anchor', 'bigint', (c) => c.notNull())
      .addColumn('period_start', 'bigint', (c) => c.notNull())
      .addColumn('used', 'integer', (c) => c.notNull().check(sql`used >= 0`))
      .addColumn('credits_expire_at', 'bigint')
      .execute();

    await db.schema
      .createTable('keys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('prefix', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('keys_account').on('keys').column('account_id').execute();

    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('key_id', 'text', (c) => c.references('keys.id').onDelete('set null'))
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('completed_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('size_bytes', 'bigint')
      .addColumn('output_name', 'text')
      .addColumn('output_mime', 'text')
      .addColumn('quota_period_start', 'bigint', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('warnings', 'text')
      .addColumn('idempotency_key', 'text')
      .addColumn('fingerprint', 'text')
      .execute();
    await db.schema.createIndex('jobs_account').on('jobs').columns(['account_id', 'created_at']).execute();
    await db.schema.createIndex('jobs_expiry').on('jobs').columns(['state', 'expires_at']).execute();
    await db.schema
      .createIndex('jobs_idempotency')
      .unique()
      .on('jobs')
      .columns(['key_id', 'idempotency_key'])
      .where('idempotency_key', 'is not', null)
      .execute();
  },
};

const compression: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('compression', 'text').execute();
  },
};

export const migrations: Record<string, Migration> = {
  '0001-accounts-keys-jobs': first,
  '0002-jobs-compression': compression,
};
