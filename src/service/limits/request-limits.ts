// Limits on the size and duration of requests.
import { MiB } from '#core/bytes.ts';

/** Limits of a conversion request, with all its files. */
export const requestLimits = {
  maxRequestBytes: 220 * MiB,
  maxFiles: 20,
  maxFields: 10,
  maxParts: 32,
  idleMs: 60_000,
} as const;

/** Limits of every request. */
export const requestTimes = {
  uploadPace: { windowMs: 30_000, bytesPerSecond: 1024 },
  headMs: 60_000,
  bodyMs: 30_000,
  answerMs: 30_000,
} as const;
