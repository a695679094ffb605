// Dashboard accounts: sign-in, notices, statistics, share links, audit log.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  const { schema } = db;
  await schema
    .alterTable('accounts')
    .addColumn('language', types.text, (c) => c.notNull().defaultTo('en'))
    .execute();
  await schema
    .alterTable('accounts')
    .addColumn('usage_notice', types.integer, (c) => c.notNull().defaultTo(1))
    .execute();

  await schema
    .createTable('notices')
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('kind', types.text, (c) => c.notNull())
    .addColumn('period', types.bigint, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('claimed_at', types.bigint)
    .addColumn('sent_at', types.bigint)
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('notices_once', ['account_id', 'kind', 'period'])
    .execute();

  await schema
    .createTable('usage')
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', types.text, (c) => c.notNull())
    .addColumn('day', types.integer, (c) => c.notNull())
    .addColumn('tool', types.text, (c) => c.notNull())
    .addColumn('outcome', types.text, (c) => c.notNull())
    .addColumn('conversions', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_cell', ['account_id', 'key_id', 'day', 'tool', 'outcome'])
    .execute();

  await schema
    .createTable('shares')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('token', types.text, (c) => c.notNull().unique())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('job_id', types.text, (c) => c.notNull())
    .addColumn('name', types.text, (c) => c.notNull())
    .addColumn('mime', types.text, (c) => c.notNull())
    .addColumn('size_bytes', types.bigint, (c) => c.notNull())
    .addColumn('created_at', types.bigint, (c) => c.notNull())
    .addColumn('expires_at', types.bigint, (c) => c.notNull())
    .addColumn('ended_at', types.bigint)
    .addColumn('ended_by', types.text)
    .addColumn('password_hash', types.text)
    .addColumn('downloads', types.integer, (c) => c.notNull())
    .execute();
  await schema.createIndex('shares_account').on('shares').columns(['account_id', 'created_at']).execute();
  await schema.createIndex('shares_job').on('shares').column('job_id').execute();

  await schema
    .createTable('spent_credits')
    .addColumn('address', types.text, (c) => c.primaryKey())
    .addColumn('used', types.integer, (c) => c.notNull())
    .addColumn('credits_expire_at', types.bigint, (c) => c.notNull())
    .execute();

  await schema
    .createTable('audit')
    .addColumn('id', types.text, (c) => c.primaryKey())
    .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('at', types.bigint, (c) => c.notNull())
    .addColumn('actor', types.text, (c) => c.notNull())
    .addColumn('event', types.text, (c) => c.notNull())
    .addColumn('detail', types.text)
    .addColumn('address', types.text)
    .execute();
  await schema.createIndex('audit_account').on('audit').columns(['account_id', 'at']).execute();
}
