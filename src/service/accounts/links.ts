// Constants shared by the request for a link and the sign-in with it.
import { createHash } from 'node:crypto';
import { minuteMs } from '#core/clock.ts';

export const linkLifetimeMs = 15 * minuteMs;
/** Set by the service itself, so that clients cannot forge their IP address. */
export const addressHeader = 'x-platen-address';
/** The prefix of our cookies' names. */
export const cookiePrefix = 'platen';
export const provider = 'oidc';

/** Hashes a token before it is stored, so that a reader of the database cannot sign in with it. */
export const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');
