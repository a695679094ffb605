// The tables' history. A migration that has landed is never changed; a new one is added.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';
import { dialectOf } from './database.ts';

const typesOf = (db: Kysely<unknown>) => columnTypes[dialectOf(db)];

const first: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
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
  },
};

const compression: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema.alterTable('jobs').addColumn('compression', types.text).execute();
  },
};

/** Dashboard accounts: sign-in, notices, statistics, share links, audit log. */
const owners: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
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
  },
};

/** What better-auth keeps; its names for these are in service/accounts/sign-in.ts. */
const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    const { schema } = db;
    const dates = ['created_at', 'updated_at'] as const;
    const table = (name: string) => schema.createTable(name).addColumn('id', types.text, (c) => c.primaryKey());
    await table('users')
      .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('email', types.text, (c) => c.notNull().unique())
      .addColumn('name', types.text, (c) => c.notNull())
      .addColumn('email_verified', types.integer, (c) => c.notNull())
      .addColumn('image', types.text)
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, types.date, (c) => c.notNull()), t))
      .execute();
    await table('sessions')
      .addColumn('user_id', types.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token', types.text, (c) => c.notNull().unique())
      .addColumn('expires_at', types.date, (c) => c.notNull())
      .addColumn('ip_address', types.text)
      .addColumn('user_agent', types.text)
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, types.date, (c) => c.notNull()), t))
      .execute();
    await schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
    await table('identities')
      .addColumn('user_id', types.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('account_id', types.text, (c) => c.notNull())
      .addColumn('provider_id', types.text, (c) => c.notNull())
      .addColumn('issuer', types.text, (c) => c.notNull())
      .addColumn('access_token', types.text)
      .addColumn('refresh_token', types.text)
      .addColumn('id_token', types.text)
      .addColumn('access_token_expires_at', types.date)
      .addColumn('refresh_token_expires_at', types.date)
      .addColumn('scope', types.text)
      .addColumn('password', types.text)
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, types.date, (c) => c.notNull()), t))
      .execute();
    await schema
      .createIndex('identities_issuer_account_id_uidx')
      .unique()
      .on('identities')
      .columns(['issuer', 'account_id'])
      .execute();
    await schema.createIndex('identities_user').on('identities').column('user_id').execute();
    await table('verifications')
      .addColumn('identifier', types.text, (c) => c.notNull())
      .addColumn('value', types.text, (c) => c.notNull())
      .addColumn('expires_at', types.date, (c) => c.notNull())
      .$call((t) => dates.reduce((all, name) => all.addColumn(name, types.date, (c) => c.notNull()), t))
      .execute();
    await schema.createIndex('verifications_identifier').on('verifications').column('identifier').execute();
    await table('sign_in_rates')
      .addColumn('key', types.text, (c) => c.notNull().unique())
      .addColumn('count', types.integer, (c) => c.notNull())
      .addColumn('last_request', types.bigint, (c) => c.notNull())
      .execute();
  },
};

/** Who runs a pending job, and until when its node is trusted to be alive. */
const leases: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema.alterTable('jobs').addColumn('owner', types.text).execute();
    await db.schema.alterTable('jobs').addColumn('lease_until', types.bigint).execute();
  },
};

/** Rates that several nodes count together; SQLite has one node, which counts in memory. */
const rates: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') return;
    // Unlogged: what a crash loses are counters of a minute.
    await sql`create unlogged table rates (key text primary key, points integer not null, expire bigint)`.execute(db);
  },
};

/** Workers of the queue that nodes share, and how much each does at a time; SQLite has one node, which is its own worker. */
const workers: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') return;
    // Unlogged: after a crash they write themselves down again.
    await sql`create unlogged table workers (id text primary key, slots integer not null, seen_at bigint not null)`.execute(
      db,
    );
  },
};

/** When what is done once in a while was last begun, whichever node did it. */
const chores: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema
      .createTable('chores')
      .addColumn('name', types.text, (c) => c.primaryKey())
      .addColumn('begun_at', types.bigint, (c) => c.notNull())
      .execute();
  },
};

/** Keys that end, that may not do everything, and keys for tests with an allowance of their own. */
const keyLimits: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    const { schema } = db;
    await schema.alterTable('keys').addColumn('expires_at', types.bigint).execute();
    await schema.alterTable('keys').addColumn('scopes', types.text).execute();
    await schema.alterTable('keys').addColumn('tools', types.text).execute();
    await schema.alterTable('keys').addColumn('last_used_from', types.text).execute();
    for (const [table, column] of [
      ['keys', 'is_test'],
      ['jobs', 'is_test'],
      ['accounts', 'test_day'],
      ['accounts', 'test_used'],
    ] as const)
      await schema
        .alterTable(table)
        .addColumn(column, types.integer, (c) => c.notNull().defaultTo(0))
        .execute();
  },
};

/** What was sent; and the calls that were refused before there was a job, counted by day. */
const refusals: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema.alterTable('jobs').addColumn('input_name', types.text).execute();
    await db.schema
      .createTable('refusals')
      .addColumn('account_id', types.text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('day', types.integer, (c) => c.notNull())
      .addColumn('key_id', types.text, (c) => c.notNull())
      .addColumn('tool', types.text, (c) => c.notNull())
      .addColumn('code', types.text, (c) => c.notNull())
      .addColumn('calls', types.integer, (c) => c.notNull())
      .addColumn('last_at', types.bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('refusals_of_day', ['account_id', 'day', 'key_id', 'tool', 'code'])
      .execute();
  },
};

/** Conversions of people without an account, and how many an address has had today. */
const trials: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
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
  },
};

/** Accounts that are not let in. */
const suspension: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('suspended_at', typesOf(db).bigint).execute();
  },
};

/** E-mails that are not sent yet. */
const mails: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema
      .createTable('mails')
      .addColumn('id', types.text, (c) => c.primaryKey())
      .addColumn('sealed', types.text, (c) => c.notNull())
      .addColumn('attempts', types.integer, (c) => c.notNull())
      .addColumn('next_at', types.bigint, (c) => c.notNull())
      .addColumn('expires_at', types.bigint, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('mails_next').on('mails').column('next_at').execute();
  },
};

/** The audit log as a chain: each entry of an account names the one before it by its hash. */
const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema.alterTable('audit').addColumn('position', types.bigint).execute();
    await db.schema.alterTable('audit').addColumn('hash', types.text).execute();
    await db.schema.createIndex('audit_chain').unique().on('audit').columns(['account_id', 'position']).execute();
  },
};

/** What an account has running and stored is asked before each of its conversions. */
const bounds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('jobs_bounds')
      .on('jobs')
      .columns(['account_id', 'state', 'expires_at', 'size_bytes'])
      .execute();
  },
};

/** Keys of files that are stored encrypted. */
const fileKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const types = typesOf(db);
    await db.schema
      .createTable('file_keys')
      .addColumn('id', types.text, (c) => c.notNull())
      .addColumn('kind', types.text, (c) => c.notNull())
      .addColumn('sealed', types.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('file_keys_of_files', ['id', 'kind'])
      .execute();
  },
};

/** Up to where accounts have used their turns in the queue that nodes share (dispatch/turns.ts). */
const turns: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') return;
    // Unlogged: after a crash all accounts are equal.
    await sql`
      create unlogged table turns (account_id text primary key, finish float8 not null, updated_at bigint not null)`.execute(
      db,
    );
  },
};

export const migrations: Record<string, Migration> = {
  '0001-accounts-keys-jobs': first,
  '0002-jobs-compression': compression,
  '0003-owners': owners,
  '0004-sign-in': signIn,
  '0005-leases': leases,
  '0006-rates': rates,
  '0007-workers': workers,
  '0008-chores': chores,
  '0009-key-limits': keyLimits,
  '0010-refusals': refusals,
  '0011-trials': trials,
  '0012-suspension': suspension,
  '0013-mails': mails,
  '0014-audit-chain': auditChain,
  '0015-bounds': bounds,
  '0016-file-keys': fileKeys,
  '0017-turns': turns,
};
