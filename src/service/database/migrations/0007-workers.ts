// Workers of the shared queue, and their numbers of slots; SQLite has one node, which is its own worker.
import { sql, type Kysely } from 'kysely';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  // Unlogged: after a crash, workers register again.
  await sql`create unlogged table workers (id text primary key, slots integer not null, seen_at bigint not null)`.execute(
    db,
  );
}
