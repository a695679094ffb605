// The limits themselves, regardless of where their requests are counted.
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { engineSecondsBy } from './engine-seconds.ts';
import type { Limits, Rate } from './limits.ts';
import { requestTimes } from './request-limits.ts';

export interface LimitSettings {
  convertRate: number;
  ipRate: number;
  engineSecondsPerHour: number;
}

/** Counts up to `points` requests of a client in a window; `name` separates the limits of one store. */
type Counter = (
  name: string,
  seconds: number,
  points: number,
) => Pick<RateLimiterAbstract, 'consume' | 'get' | 'penalty'>;

export function limitsBy({ convertRate, ipRate, engineSecondsPerHour }: LimitSettings, counter: Counter): Limits {
  const per = (name: string, seconds: number, limit: number): Rate =>
    limit === 0 ? () => Promise.resolve(null) : counted(counter(name, seconds, limit), seconds, limit);
  return {
    ...requestTimes,
    convert: per('convert', 60, convertRate),
    engineSeconds: engineSecondsBy(engineSecondsPerHour, counter),
    address: per('address', 60, ipRate),
    dashboard: per('dashboard', 60, ipRate),
    dashboardAddress: per('dashboard-address', 60, 10 * ipRate),
    mailsAsked: per('mails-asked', quarterHour, ipRate === 0 ? 0 : mailsAskedPerQuarter),
    mailsTo: per('mails-to', quarterHour, ipRate === 0 ? 0 : mailsToPerQuarter),
    passwords: per('passwords', quarterHour, passwordsPerQuarter),
    sharePasswords: per('share-passwords', quarterHour, 10 * passwordsPerQuarter),
  };
}

const quarterHour = 900;
const mailsAskedPerQuarter = 30;
const mailsToPerQuarter = 10;
const passwordsPerQuarter = 10;

function counted(counter: ReturnType<Counter>, seconds: number, limit: number): Rate {
  const state = (result: RateLimiterRes, exceeded: boolean) => ({
    limit,
    windowSeconds: seconds,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    exceeded,
  });
  return async (who) => {
    try {
      return state(await counter.consume(who), false);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return state(refused, true);
      throw refused;
    }
  };
}
