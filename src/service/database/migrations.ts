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

/** Dashboard accounts: sign-in, notices, statistics, share links, audit log. */
const owners: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('accounts')
      .addColumn('language', 'text', (c) => c.notNull().defaultTo('en'))
      .execute();
    await schema
      .alterTable('accounts')
      .addColumn('usage_notice', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();

    await schema
      .createTable('notices')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('period', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('sent_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('notices_once', ['account_id', 'kind', 'period'])
      .execute();

    await schema
      .createTable('usage')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('key_id', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('conversions', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_cell', ['account_id', 'key_id', 'day', 'tool', 'outcome'])
      .execute();

    await schema
      .createTable('shares')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('mime', 'text', (c) => c.notNull())
      .addColumn('size_bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('ended_by', 'text')
      .addColumn('password_hash', 'text')
      .addColumn('downloads', 'integer', (c) => c.notNull())
      .execute();
    await schema.createIndex('shares_account').on('shares').columns(['account_id', 'created_at']).execute();
    await schema.createIndex('shares_job').on('shares').column('job_id').execute();

    await schema
      .createTable('spent_credits')
      .addColumn('address', 'text', (c) => c.primaryKey())
      .addColumn('used', 'integer', (c) => c.notNull())
      .addColumn('credits_expire_at', 'bigint', (c) => c.notNull())
      .execute();

    await schema
      .createTable('audit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('address', 'text')
      .execute();
    await schema.createIndex('audit_account').on('audit').columns(['account_id', 'at']).execute();
  },
};

/** What better-auth keeps; its names for these are in service/accounts/sign-in.ts. */
const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const dates = ['created_at', 'updated_at'] as const;
    const table = (name: string) => schema.createTable(name).addColumn('id', 'text', (c) => c.primaryKey());
    await table('users')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email_verified', 'integer', (c) => c.notNull())
      .addColumn('image', 'text')
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, 'date', (c) => c.notNull()), t))
      .execute();
    await table('sessions')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('expires_at', 'date', (c) => c.notNull())
      .addColumn('ip_address', 'text')
      .addColumn('user_agent', 'text')
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, 'date', (c) => c.notNull()), t))
      .execute();
    await schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
    await table('identities')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('access_token', 'text')
      .addColumn('refresh_token', 'text')
      .addColumn('id_token', 'text')
      .addColumn('access_token_expires_at', 'date')
      .addColumn('refresh_token_expires_at', 'date')
      .addColumn('scope', 'text')
      .addColumn('password', 'text')
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, 'date', (c) => c.notNull()), t))
      .execute();
    await schema
      .createIndex('identities_issuer_account_id_uidx')
      .unique()
      .on('identities')
      .columns(['issuer', 'account_id'])
      .execute();
    await schema.createIndex('identities_user').on('identities').column('user_id').execute();
    await table('verifications')
      .addColumn('identifier', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'date', (c) => c.notNull())
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, 'date', (c) => c.notNull()), t))
      .execute();
    await schema.createIndex('verifications_identifier').on('verifications').column('identifier').execute();
    await table('sign_in_rates')
      .addColumn('key', 'text', (c) => c.notNull().unique())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('last_request', 'bigint', (c) => c.notNull())
      .execute();
  },
};

export const migrations: Record<string, Migration> = {
  '0001-accounts-keys-jobs': first,
  '0002-jobs-compression': compression,
  '0003-owners': owners,
  '0004-sign-in': signIn,
};
