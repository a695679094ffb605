// The database's time on every node: the machine's clock, corrected by its offset from PostgreSQL's.
import { systemClock, type Clock } from '#core/clock.ts';
import type { Database } from './database.ts';
import { databaseNow } from './now.ts';

export function followedClock(db: Database): { clock: Clock; sync: () => Promise<void> } {
  let aheadMs = 0;
  return {
    clock: { now: () => systemClock.now() + aheadMs },
    async sync() {
      const before = systemClock.now();
      const { now } = await db.selectNoFrom(databaseNow(db).as('now')).executeTakeFirstOrThrow();
      // Assumes that the answer was created halfway (Cristian's algorithm, 1989).
      aheadMs = Math.round(now - (before + systemClock.now()) / 2);
    },
  };
}
