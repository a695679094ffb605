// kysely on PostgreSQL, for one node or many.
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { followedClock } from './postgres-clock.ts';
import { advisoryLocks, postgresLeader } from './postgres-leader.ts';
import { createPool, type ConnectionPool } from './pool.ts';
import type { Tables } from './schema.ts';

/** The time limit of a statement, so that calls get a response within five seconds even if the database hangs. */
const timeoutMs = 4000;

export type OpenPostgres = OpenDatabase & { pool: ConnectionPool };

/** Connects, and brings the tables up to date. `connections` is the size of the pool. */
export async function openPostgres(url: string, connections: number): Promise<OpenPostgres> {
  await migrateAt(url);
  const pool = createPool(url, { max: connections, timeoutMs });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const { clock, sync } = followedClock(db);
  await sync();
  return { db, pool, clock, syncClock: sync, leader: postgresLeader(url) };
}

const migrateAt = (url: string): Promise<void> =>
  changeTables(url, (pool) => migrate(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })));

/** Changes the tables, one node at a time, and without a time limit, since there may be much to do. */
export async function changeTables(url: string, change: (pool: ConnectionPool) => Promise<void>): Promise<void> {
  const pool = createPool(url, { max: 3 });
  try {
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    await db.connection().execute(async (lock) => {
      await sql`select pg_advisory_lock(${advisoryLocks.migrations})`.execute(lock);
      await change(pool);
    });
  } finally {
    // The lock ends with its connection.
    await pool.end();
  }
}
