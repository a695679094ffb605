// The tables of better-auth; service/accounts/better-auth.ts maps its names to them.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
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
}
