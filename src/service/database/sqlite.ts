// kysely on Node's own SQLite: nothing to install, nothing to start.
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { privateFile } from '#service/files/private.ts';
import { syncBytes } from '#service/files/sync.ts';
import { systemClock } from '#core/clock.ts';
import type { OpenDatabase } from './database.ts';
import { alwaysLeader } from './leader.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { createSharedSync, type Disk } from './shared-sync.ts';
import { blockingMs, sqliteDialect } from './sqlite-driver.ts';

/** Opens (or creates) the database file and brings its tables up to date. */
export async function openSqlite(path: string): Promise<OpenDatabase> {
  // SQLite creates its other files with the same mode.
  privateFile(path);
  const file = new DatabaseSync(path);
  // With NORMAL, SQLite syncs the log itself only where its order matters; commits are synced by `disk` (decision 45).
  file.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  );
  // From here on, waiting would block the event loop.
  file.exec(`PRAGMA busy_timeout = ${blockingMs}`);
  const disk = createSharedSync(logOf(file, path));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file, disk) });
  await migrate(db);
  // Syncs the new tables, and the changes of a killed process.
  await disk.written();
  return { db, leader: alwaysLeader, clock: systemClock, syncClock: async () => {} };
}

/** Returns the write-ahead log, which exists from the first statement until the last connection closes. */
function logOf(file: DatabaseSync, path: string): Disk {
  return {
    // Opens the log each time, so that the file behind the name is synced and no descriptor stays open.
    sync: () => syncBytes(`${path}-wal`),
    rewrite() {
      const { busy } = file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      if (busy !== 0) throw new Error('the log of the database cannot be written anew while another process reads it');
    },
  };
}
