// How many calls in a time somebody may make.

export interface RateState {
  limit: number;
  /** Length of the window in which calls are counted. */
  windowSeconds: number;
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
  /** Calls of the dashboard, by address. */
  dashboard: Rate;
  /** Sign-in mails to one address of mail. */
  mails: Rate;
  /** Tries of a share's password: by share and address, and by share alone. */
  passwords: Rate;
  sharePasswords: Rate;
}
