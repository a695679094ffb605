// Accounts, their keys and their jobs.
import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('accounts')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('email', types.text, (c) => c.notNull().unique())
    .addColumn('plan', types.text, (c) => c.notNull())
    .addColumn('role', types.text, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('period_anchor', types.bigint, (c) => c.notNull())
    .addColumn('period_start', types.bigint, (c) => c.notNull())
    .addColumn('used', types.integer, (c) => c.notNull().check(sql`used >= 0`))
    .addColumn('credits_expire_at', types.bigint)
    .execute();

  await db.schema
    .createTable('keys')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('prefix', types.text, (c) => c.notNull())
    .addColumn('hash', types.text, (c) => c.notNull().unique())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('last_used_at', types.bigint)
    .addColumn('revoked_at', types.bigint)
    .execute();
  await db.schema.createIndex('keys_account').on('keys').column('account_id').execute();

  await db.schema
    .createTable('jobs')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', types.text, (c) => c.references('keys.id').onDelete('set null'))
    .addColumn('tool', types.text, (c) => c.notNull())
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('completed_at', types.bigint)
    .addColumn('expires_at', types.bigint)
    .addColumn('size_bytes', types.bigint)
    .addColumn('output_name', types.text)
    .addColumn('output_mime', types.text)
    .addColumn('quota_period_start', types.bigint, (c) => c.notNull())
    .addColumn('error', types.text)
    .addColumn('warnings', types.text)
    .addColumn('idempotency_key', types.text)
    .addColumn('fingerprint', types.text)
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
}
