// The audit log as a chain: each entry of an account names the one before it by its hash.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema.alterTable('audit').addColumn('position', types.bigint).execute();
  await db.schema.alterTable('audit').addColumn('hash', types.text).execute();
  await db.schema.createIndex('audit_chain').unique().on('audit').columns(['account_id', 'position']).execute();
}
