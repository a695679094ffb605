// Rates that all nodes count together, in an unlogged table.
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { ConnectionPool } from '#service/database/pool.ts';
import type { Limits } from './limits.ts';
import { limitsBy, type LimitSettings } from './limits-by.ts';

export function createPostgresLimits(pool: ConnectionPool, settings: LimitSettings): Limits {
  let isSwept = false;
  return limitsBy(settings, (name, seconds, points) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rates',
      tableCreated: true,
      keyPrefix: name,
      duration: seconds,
      points,
      // The first limiter deletes the expired rows of all.
      clearExpiredByTimeout: !isSwept,
    });
    isSwept = true;
    return limiter;
  });
}
