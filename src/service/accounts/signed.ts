// Signed tokens for links: content, expiry, and an HMAC over both. Nothing is stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import type { Clock } from '#core/clock.ts';

/** Loads PLATEN_SECRET, or a secret that is generated once and kept in the data folder. */
export async function loadSecret(data: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(data, 'secret');
  const known = await readFile(file, 'utf8').catch(ifAbsent(null));
  if (known === null) {
    const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    await writeFile(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    // Writes atomically: when two processes start at the same time, the secret of the first one wins.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(temporary);
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim();
  if (secret.length < minSecretLength)
    throw new Error(`${file} is too short to be safe; delete it (this signs everybody out) or set PLATEN_SECRET`);
  return secret;
}

const minSecretLength = 32;

export type Signer = ReturnType<typeof createSigner>;

/** Signs with `secret`; also accepts signatures by `previous`. */
export function createSigner(secret: string, clock: Clock, before?: string) {
  const macBy = (by: string, purpose: string, body: string) =>
    createHmac('sha256', by).update(`${purpose}\n${body}`).digest();
  const mac = (purpose: string, body: string) => macBy(secret, purpose, body);
  const accepted = before === undefined ? [secret] : [secret, before];
  return {
    /** Returns a stable substitute for a text, which cannot be reversed without the secret. */
    pseudonym: (text: string) => mac('pseudonym', text).toString('base64url'),
    /** Returns the pseudonyms by the current secret and by the previous one. */
    pseudonyms: (text: string) => accepted.map((one) => macBy(one, 'pseudonym', text).toString('base64url')),
    /** Creates a token for a link; a token for one `purpose` is invalid for another. */
    sign(purpose: string, content: Record<string, string | number>, expiresAt: number): string {
      const body = Buffer.from(JSON.stringify({ ...content, expiresAt })).toString('base64url');
      return `${body}.${mac(purpose, body).toString('base64url')}`;
    },
    /** Reads the content of a token; null when the token is forged, expired, or for another purpose. */
    read(purpose: string, token: string): Record<string, string | number> | null {
      const [body = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isRight = (right: Buffer) => given.length === right.length && timingSafeEqual(given, right);
      if (!accepted.some((one) => isRight(macBy(one, purpose, body)))) return null;
      const content = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, string | number>;
      return Number(content['expiresAt']) > clock.now() ? content : null;
    },
  };
}
