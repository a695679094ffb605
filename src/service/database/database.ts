// The database as the service knows it, whichever one it is.
import { SqliteAdapter, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Leader } from './leader.ts';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;

/**
 * An open database, and the means by which the nodes that share it agree.
 * @example
 * const { db, leader, clock } = await openDatabase(config);
 * await leader.lead(() => deleteOldRows({ db, clock, config }, signal));
 */
export interface OpenDatabase {
  db: Database;
  leader: Leader;
  /** The time that all nodes go by. */
  clock: Clock;
  /** Measures again how far the clock of this machine is from that of the database. */
  syncClock: () => Promise<void>;
}

export type DialectName = 'sqlite' | 'postgres';

/** For the few expressions that the two dialects write differently. */
export const dialectOf = <Schema>(db: Kysely<Schema> | Transaction<Schema>): DialectName =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
