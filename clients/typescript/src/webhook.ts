// Checks that a message comes from the service (Standard Webhooks).
import { PlatenError } from './errors.ts';

export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

type Head = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a message. `body`: as it arrived, before it is parsed; `toleranceSeconds`: the age at which it is refused, 300 by
 * default. @throws PlatenError `invalid_signature`, TypeError for a malformed secret
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Head,
  secret: string,
  { toleranceSeconds = 300 }: { toleranceSeconds?: number | undefined } = {},
): Promise<WebhookEvent> {
  const bytesOfKey = decoded(secret.replace(/^whsec_/, ''));
  if (bytesOfKey.length === 0) throw new TypeError('a secret is whsec_ and Base64');
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    valueOf(headers, `webhook-${name}`),
  );
  const age = Math.abs(Date.now() / 1000 - Number(timestamp ?? NaN));
  if (id === undefined || signatures === undefined || !(age <= toleranceSeconds))
    throw invalid('the message has no signature, or is too old');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const bytes = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOfKey, algorithm, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, decoded(value), bytes)))
      return JSON.parse(text) as WebhookEvent;
  }
  throw invalid('the message is not signed with this secret');
}

const invalid = (message: string) => new PlatenError('invalid_signature', message);

function valueOf(headers: Head, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

/** Empty if the text is not Base64. */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
