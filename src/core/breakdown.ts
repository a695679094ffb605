// An engine that was ended by a signal or a limit, and could not report an error.
import { isFailure } from './failure.ts';

export class Breakdown extends Error {
  /** The signal or the limit. */
  readonly by: string;

  constructor(by: string, options?: ErrorOptions) {
    super(`the engine was ended by ${by}`, options);
    this.name = 'Breakdown';
    this.by = by;
  }
}

/** The signal or limit behind a failure; undefined for one that an engine has reported itself. */
export const breakdownBehind = (error: unknown): string | undefined =>
  isFailure(error, 'conversion_failed') && error.cause instanceof Breakdown ? error.cause.by : undefined;
