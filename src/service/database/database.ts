// The database as the service sees it, regardless of its kind.
import { SqliteAdapter, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Leader } from './leader.ts';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;

/**
 * An open database, and the means by which its nodes coordinate.
 * @example
 * const { db, leader, clock } = await openDatabase(config);
 * await leader.lead(() => deleteOldRows({ db, clock, config }, signal));
 */
export interface OpenDatabase {
  db: Database;
  leader: Leader;
  /** The clock that all nodes share. */
  clock: Clock;
  /** Measures again how far the clock of this machine is from the clock of the database. */
  syncClock: () => Promise<void>;
}

export type DialectName = 'sqlite' | 'postgres';

/** Returns the dialect, for the few expressions that differ between the two. */
export const dialectOf = <Schema>(db: Kysely<Schema> | Transaction<Schema>): DialectName =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
