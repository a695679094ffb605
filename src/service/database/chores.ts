// Chores that are done once in a while for all nodes together, by the node that comes first.
import type { Store } from './store.ts';

/** Whether `name` is due again, `everyMs` after it was last begun; it counts as begun then, also for all other nodes. */
export async function claimChore({ db, clock }: Store, name: string, everyMs: number): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insertInto('chores')
    .values({ name, begun_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ begun_at: now })
        .where('chores.begun_at', '<=', now - everyMs),
    )
    .executeTakeFirst();
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
