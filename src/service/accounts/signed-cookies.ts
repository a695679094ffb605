// Re-signs session cookies of the previous secret with the current one, since better-auth supports only one secret.
// A cookie is `value.signature`, encoded for URLs: HMAC-SHA256 in base64 (better-call, crypto).
import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureOf = (value: string, secret: string): Buffer => createHmac('sha256', secret).update(value).digest();

/** Returns the headers with every cookie signed by `before` re-signed with `secret`. */
export function signedAgain(headers: Headers, secret: string, before: string | undefined): Headers {
  const cookies = headers.get('cookie');
  if (before === undefined || cookies === null) return headers;
  const renewed = new Headers(headers);
  renewed.set(
    'cookie',
    cookies.replace(/=([^;]*)/g, (all, encoded: string) => renew(encoded, secret, before) ?? all),
  );
  return renewed;
}

function renew(encoded: string, secret: string, before: string): string | null {
  const text = decoded(encoded);
  const end = text.lastIndexOf('.');
  if (end < 0) return null;
  const [value, given] = [text.slice(0, end), Buffer.from(text.slice(end + 1), 'base64')];
  const right = signatureOf(value, before);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return `=${encodeURIComponent(`${value}.${signatureOf(value, secret).toString('base64')}`)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
