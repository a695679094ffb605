// Passwords as PDF requires them (ISO 32000-2, 7.6.4.3.2: SASLprep for revision 6).
import { saslprep } from '@mongodb-js/saslprep';

/** Returns the prepared form of a password, or the password itself if the profile does not allow it. */
export function preparedPassword(password: string): string {
  try {
    return saslprep(password);
  } catch {
    return password;
  }
}

/** Returns the passwords to try on a document: as typed, then prepared. */
export const candidates = (password: string): string[] => [...new Set([password, preparedPassword(password)])];

/** Detects control characters, which no revision's encoding supports. */
export const hasControls = (password: string): boolean => /[\u0000-\u001f\u007f]/.test(password);
