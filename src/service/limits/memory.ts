// Rates counted in the memory of one process.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Limits } from './limits.ts';
import { limitsBy, type LimitSettings } from './limits-by.ts';

export const createMemoryLimits = (settings: LimitSettings): Limits =>
  limitsBy(settings, (keyPrefix, duration, points) => new RateLimiterMemory({ keyPrefix, duration, points }));
