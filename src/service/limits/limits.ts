// How many calls a minute somebody may make.

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window begins anew. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts one call of `who`; null when this rate is not limited. */
export type Rate = (who: string) => Promise<RateState | null>;

export interface Limits {
  convert: Rate;
  address: Rate;
}
