// The virtual time of accounts in the shared queue (dispatch/order-table.ts).
import { sql, type Kysely } from 'kysely';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  // Unlogged: after a crash all accounts are equal.
  await sql`
    create unlogged table turns (account_id text primary key, finish float8 not null, updated_at bigint not null)`.execute(
    db,
  );
}
