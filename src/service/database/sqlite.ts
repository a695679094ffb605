// kysely on Node's own SQLite: nothing to install, nothing to start.
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { privateFile } from '#service/files/private.ts';
import { systemClock } from '#core/clock.ts';
import type { OpenDatabase } from './database.ts';
import { alwaysLeader } from './leader.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { blockingMs, sqliteDialect } from './sqlite-driver.ts';

/** Opens (or creates) the database file and brings its tables up to date. */
export async function openSqlite(path: string): Promise<OpenDatabase> {
  // SQLite gives its other files the same mode.
  privateFile(path);
  const file = new DatabaseSync(path);
  file.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  );
  // From here on, waiting would block the event loop.
  file.exec(`PRAGMA busy_timeout = ${blockingMs}`);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  await migrate(db);
  return { db, leader: alwaysLeader, clock: systemClock, syncClock: async () => {} };
}
