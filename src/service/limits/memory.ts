// Rates counted in the memory of one process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits, Rate } from './limits.ts';

export function createMemoryLimits({ convertRate, ipRate }: { convertRate: number; ipRate: number }): Limits {
  return {
    uploadPace: { windowMs: 30_000, bytesPerSecond: 1024 },
    convert: per(60, convertRate),
    address: per(60, ipRate),
    dashboard: per(60, ipRate),
    dashboardAddress: per(60, 10 * ipRate),
    mailsAsked: per(quarterHour, ipRate === 0 ? 0 : mailsAskedPerQuarter),
    mailsTo: per(quarterHour, ipRate === 0 ? 0 : mailsToPerQuarter),
    passwords: per(quarterHour, passwordsPerQuarter),
    sharePasswords: per(quarterHour, 10 * passwordsPerQuarter),
  };
}

const quarterHour = 900;
const mailsAskedPerQuarter = 30;
const mailsToPerQuarter = 10;
const passwordsPerQuarter = 10;

function per(seconds: number, limit: number): Rate {
  if (limit === 0) return () => Promise.resolve(null);
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  const state = (result: RateLimiterRes, exceeded: boolean) => ({
    limit,
    windowSeconds: seconds,
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
