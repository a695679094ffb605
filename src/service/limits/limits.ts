// How many calls in a time somebody may make, and how slow they may be.

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

/** How many bytes an upload has to bring in every window. */
export interface Pace {
  windowMs: number;
  bytesPerSecond: number;
}

export interface Limits {
  uploadPace: Pace;
  convert: Rate;
  address: Rate;
  /** Calls of the dashboard: by account, or by address of who is not signed in. */
  dashboard: Rate;
  /** All calls of the dashboard from one address, behind which there may be many people. */
  dashboardAddress: Rate;
  /** Mails that one address asks for. */
  mailsAsked: Rate;
  /** Mails to one address of mail. */
  mailsTo: Rate;
  /** Tries of a share's password: by share and address, and by share alone. */
  passwords: Rate;
  sharePasswords: Rate;
}
