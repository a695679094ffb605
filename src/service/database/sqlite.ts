// kysely on Node's own SQLite: nothing to install, nothing to start.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;

/** Opens (or creates) the database file and brings its tables up to date. */
export async function openSqlite(path: string): Promise<Database> {
  const file = new DatabaseSync(path);
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON',
  );
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(file) }) });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error !== undefined) throw error;
  return db;
}

/** The few methods kysely's dialect asks for, on node:sqlite. */
function adapt(file: DatabaseSync): SqliteDatabase {
  return {
    close: () => file.close(),
    prepare(sql) {
      const statement = file.prepare(sql);
      const reads = statement.columns().length > 0;
      return {
        reader: reads,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}

/** Held by one service at a time over a data directory; the kernel lets go when the process ends, however it ends. */
export function lockDataDirectory(path: string): Disposable {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    throw new Error('another Platen serves this data directory already; stop it first, or choose another with --data', {
      cause,
    });
  }
  return { [Symbol.dispose]: () => file.close() };
}
