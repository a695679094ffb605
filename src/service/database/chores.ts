// Periodic chores that the first node to claim them does for all nodes.
import type { Store } from './store.ts';

/** Claims the chore `name` if it is due, `everyMs` after it last began; it then counts as begun for all nodes. */
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
