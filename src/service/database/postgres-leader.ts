// The leader is the node that holds an advisory lock. PostgreSQL releases the lock when the node's connection ends,
// however it ends.
import { Client } from 'pg';
import type { Leader } from './leader.ts';
import { connectionOptions } from './pool.ts';
import { orUnavailable } from './unavailable.ts';

/** The keys of our advisory locks: `PLTN` and a number. */
export const advisoryLocks = { migrations: 0x504c_544e_01, sweeper: 0x504c_544e_02 } as const;

const connectMs = 4000;

export const postgresLeader = (url: string): Leader => ({
  async lead(work) {
    // Uses a dedicated connection, since the pool could be exhausted by work that waits for the lock.
    const client = new Client(connectionOptions(url, connectMs));
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        advisoryLocks.sweeper,
      ]);
      if (rows[0]?.held !== true) return false;
      const unlock = () => client.query('select pg_advisory_unlock($1)', [advisoryLocks.sweeper]);
      try {
        await work();
      } catch (error) {
        // The server may notice the end of the connection only after the next node asks for the lock.
        await unlock().catch(() => {});
        throw error;
      }
      await unlock();
      return true;
    } catch (error) {
      throw orUnavailable(error);
    } finally {
      // This is not awaited, because a server that hangs does not confirm the end.
      void client.end().catch(() => {});
    }
  },
});
