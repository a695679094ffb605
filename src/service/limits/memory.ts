// Rates counted in the memory of one process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits, Rate } from './limits.ts';

export function createMemoryLimits({ convertRate, ipRate }: { convertRate: number; ipRate: number }): Limits {
  return { convert: perMinute(convertRate), address: perMinute(ipRate) };
}

function perMinute(limit: number): Rate {
  if (limit === 0) return () => Promise.resolve(null);
  const limiter = new RateLimiterMemory({ points: limit, duration: 60 });
  const state = (result: RateLimiterRes, exceeded: boolean) => ({
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    exceeded,
  });
  return async (who) => {
    try {
      return state(await limiter.consume(who), false);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return state(refused, true);
      throw refused;
    }
  };
}
