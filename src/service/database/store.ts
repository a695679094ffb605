// The parts that all code with rows needs.
import type { Clock } from '#core/clock.ts';
import type { Database } from './database.ts';

/** The database, and the clock for its timestamps. */
export interface Store {
  db: Database;
  clock: Clock;
}
