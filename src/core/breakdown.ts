// An engine that a signal or a limit ended before it could report an error.
import type { EngineLimit } from './engine-limits.ts';
import { isFailure } from './failure.ts';

export class Breakdown extends Error {
  /** The signal or limit that ended the engine. */
  readonly by: string;

  constructor(by: string, options?: ErrorOptions) {
    super(`the engine was ended by ${by}`, options);
    this.name = 'Breakdown';
    this.by = by;
  }

  /** The service's limit that was hit; undefined if the program broke down by itself, for which the document may be to blame. */
  get limit(): EngineLimit | undefined {
    return limits.find(([pattern]) => pattern.test(this.by))?.[1];
  }
}

/** The limits that the kernel enforces with signals: it kills when memory runs out, and sends SIGXCPU (24) and SIGXFSZ (25). */
const limits: readonly (readonly [RegExp, EngineLimit])[] = [
  [/memory|SIGKILL|^signal 9$/, 'memory'],
  [/SIGXCPU|^signal 24$/, 'cpu_time'],
  [/what it prints|SIGXFSZ|^signal 25$/, 'output'],
];

/** Finds the breakdown that caused a failure; undefined if the engine reported the failure itself. */
export const breakdownBehind = (error: unknown): Breakdown | undefined =>
  isFailure(error, 'conversion_failed') && error.cause instanceof Breakdown ? error.cause : undefined;
