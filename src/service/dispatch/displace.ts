// Room in a full queue of all nodes: as queue/room.ts, in one statement.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#service/database/schema.ts';
import type { Outcome } from './dispatcher.ts';

/** Ends the last order of the group with the most waiting orders, if it has more than this one would; otherwise returns false. */
export async function displaceLast(
  transaction: Transaction<Tables>,
  queue: string,
  { group, outcome, channel }: { group: string; outcome: Outcome; channel: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select group_id, count(*) as orders from pgboss.job
      where name = ${queue} and state < 'active' group by group_id
    ), longest as (
      select group_id from waiting
      where orders > 1 + coalesce((select orders from waiting where group_id = ${group}), 0)
      order by orders desc limit 1
    )
    update pgboss.job set state = 'completed', completed_on = now(), output = ${JSON.stringify(outcome)}::jsonb
    where name = ${queue} and id = (
      select id from pgboss.job join longest using (group_id)
      where name = ${queue} and state < 'active'
      order by created_on desc limit 1 for update of job skip locked
    )
    returning id`.execute(transaction);
  const [displaced] = rows;
  if (displaced === undefined) return false;
  const payload = JSON.stringify({ id: displaced.id, outcome });
  await sql`select pg_notify(${channel}, ${payload})`.execute(transaction);
  return true;
}
