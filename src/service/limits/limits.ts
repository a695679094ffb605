// Rate limits, the minimum speed of uploads, and the time for other requests.
import type { EngineSeconds } from './engine-seconds.ts';

export interface RateState {
  limit: number;
  /** Length of the window in which requests are counted. */
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window resets. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts one request of `client`; null when the rate is unlimited. */
export type Rate = (client: string) => Promise<RateState | null>;

/** The minimum speed of an upload, measured over a window. */
export interface Pace {
  windowMs: number;
  bytesPerSecond: number;
}

export interface Limits {
  uploadPace: Pace;
  /** Milliseconds for the head of a request. */
  headMs: number;
  /** Milliseconds for a complete request that is not an upload. */
  bodyMs: number;
  /** Milliseconds after which a client that reads nothing of its response is disconnected. */
  answerMs: number;
  convert: Rate;
  /** The engine time that accounts use. */
  engineSeconds: EngineSeconds;
  address: Rate;
  /** Requests of the dashboard: by account, or by IP address before signing in. */
  dashboard: Rate;
  /** All requests of the dashboard from one IP address, which many people may share. */
  dashboardAddress: Rate;
  /** E-mails requested by one IP address. */
  mailsAsked: Rate;
  /** E-mails to one recipient. */
  mailsTo: Rate;
  /** Password attempts on a share link: by link and IP address, and by link alone. */
  passwords: Rate;
  sharePasswords: Rate;
}
