// The workers of the shared queue: each records that it is alive, and how many slots it has.
import type { Log } from '#core/log.ts';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';

/** A worker without a heartbeat for this time is considered dead; a database can restart within it. */
export const deadAfterSeconds = 20;
/** The interval of heartbeats. */
export const renewalMs = 5000;

export function enlist(
  db: Database,
  { id, slots }: { id: string; slots: number },
  log: Pick<Log, 'warn'>,
): AsyncDisposable {
  const write = () =>
    db
      .insertInto('workers')
      .values({ id, slots, seen_at: databaseNow(db) })
      .onConflict((row) => row.column('id').doUpdateSet({ slots, seen_at: databaseNow(db) }))
      .execute()
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error }, 'this worker could not report that it is alive'),
      );
  let writing = write();
  const timer = setInterval(() => void (writing = write()), renewalMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await writing;
      await db
        .deleteFrom('workers')
        .where('id', '=', id)
        .execute()
        // Other nodes forget the worker a few seconds later.
        .catch(() => {});
    },
  };
}
