// Rates that several nodes count together; SQLite has one node, which counts in memory.
import { sql, type Kysely } from 'kysely';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  // Unlogged: a crash loses only the counters of a minute.
  await sql`create unlogged table rates (key text primary key, points integer not null, expire bigint)`.execute(db);
}
