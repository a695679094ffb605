// The parts that all code with rows works with.
import type { Clock } from '#core/clock.ts';
import type { Database } from './database.ts';

/** Rows, and the time that is written into them. */
export interface Store {
  db: Database;
  clock: Clock;
}
