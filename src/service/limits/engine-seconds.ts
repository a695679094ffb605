// The engine seconds that an account, or the visitors of one IP address, may use in an hour while others wait.
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { hourMs } from '#core/clock.ts';

/** The account or IP address that is charged. */
interface User {
  accountId: string;
  isVisitor?: boolean;
}

export type EngineSeconds = ReturnType<typeof engineSecondsBy>;

/** The share of an account's allowance for the visitors of one IP address. */
const visitorsPart = 1 / 6;
export const engineWindowSeconds = hourMs / 1000;

type Counter = Pick<RateLimiterAbstract, 'get' | 'penalty'>;

/** Creates the allowance; a `perHour` of 0 means unlimited. */
export function engineSecondsBy(perHour: number, counter: (name: string, seconds: number, points: number) => Counter) {
  if (perHour === 0)
    return { async spend() {}, exhaustedFor: () => Promise.resolve(null), usedBy: () => Promise.resolve(null) };
  // Points are milliseconds, since they have to be integers.
  const of = (name: string, seconds: number) => ({
    ms: seconds * 1000,
    used: counter(name, engineWindowSeconds, seconds * 1000),
  });
  const accounts = of('engine', perHour);
  const visitors = of('engine-visitors', Math.max(1, Math.floor(perHour * visitorsPart)));
  const limitOf = ({ isVisitor }: User) => (isVisitor === true ? visitors : accounts);
  return {
    /** Never fails: seconds that cannot be counted are dropped. */
    async spend(user: User, seconds: number): Promise<void> {
      const ms = Math.ceil(seconds * 1000);
      if (ms > 0)
        await limitOf(user)
          .used.penalty(user.accountId, ms)
          .catch(() => {});
    },
    /** Returns the seconds that were spent in the current hour; null if they are not counted. */
    async usedBy(user: User): Promise<number | null> {
      return ((await limitOf(user).used.get(user.accountId))?.consumedPoints ?? 0) / 1000;
    },
    /** Returns the seconds until some allowance is left; null when there is some now. */
    async exhaustedFor(user: User): Promise<number | null> {
      const limit = limitOf(user);
      const state = await limit.used.get(user.accountId);
      if (state === null || state.consumedPoints < limit.ms) return null;
      return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    },
  };
}
