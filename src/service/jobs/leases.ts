// Leases of pending jobs: a node confirms every 20 seconds that it still runs its jobs. If it does not for two minutes, the
// leader ends the jobs (retention.ts). Times are the database's own, so differing clocks cannot end a lease.
import { sql, type RawBuilder } from 'kysely';
import { minuteMs } from '#core/clock.ts';
import type { Database } from '#service/database/database.ts';
import { databaseNow } from '#service/database/now.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Jobs, Runtime } from '#service/roles.ts';

const leaseMs = 2 * minuteMs;
const renewalMs = 20_000;

/** Returns the end of a lease that begins now. */
export const leaseEnd = (db: Pick<Database, 'getExecutor'>): RawBuilder<number> =>
  sql<number>`${databaseNow(db)} + ${leaseMs}`;

/** Renews the leases of the jobs running here, and stops jobs deleted on another node. */
export async function renewLeases({ db, running, node }: Pick<Jobs, 'db' | 'running'> & Runtime): Promise<void> {
  const ids = running.ids();
  if (ids.length === 0) return;
  await db
    .updateTable('jobs')
    .set({ lease_until: leaseEnd(db) })
    .where('id', 'in', ids)
    .where('owner', '=', node.id)
    .where('state', '=', 'pending')
    .execute();
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '!=', 'deleted')
    .unionAll(db.selectFrom('trials').select('id').where('id', 'in', ids))
    .execute();
  const left = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!left.has(id)) running.stop(id, 'delete');
}

/** Finds pending jobs of other nodes that have not renewed their leases. */
export const jobsWithoutLease = ({ db, node }: Pick<Jobs, 'db'> & Runtime): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'pending')
    .where('owner', '!=', node.id)
    .where('lease_until', '<', databaseNow(db))
    .execute();

/** Renews leases, and the offset from the database's clock, until disposed of. A single node needs neither. */
export function startLeases(service: Pick<Jobs, 'db' | 'running'> & Runtime): Disposable {
  const { node, background } = service;
  if (node.isAlone) return { [Symbol.dispose]() {} };
  const round = async () => {
    await renewLeases(service);
    await node.syncClock();
  };
  const renew = () => background.run(round, 'leases could not be renewed; the next attempt follows in 20 seconds');
  const timer = setInterval(renew, renewalMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
