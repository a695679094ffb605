// Session cookies signed with the previous secret are signed again with the current one: better-auth supports only one.
// A cookie is `value.signature`, encoded for URLs: HMAC-SHA256 in base64 (better-call, crypto).
import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureOf = (value: string, secret: string): Buffer => createHmac('sha256', secret).update(value).digest();

/** The headers, with every cookie that `before` has signed signed by `secret`. */
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
