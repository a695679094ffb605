// Links that carry their own proof: what they say, until when, and a signature over both. Nothing is stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#core/clock.ts';

/** The secret of PLATEN_SECRET, or one that is made once and kept in the data folder. */
export async function loadSecret(data: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(data, 'secret');
  try {
    // Two processes that start at once agree on whose file came first.
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}

export interface Signer {
  /** A token for links; `purpose` keeps one kind from being taken for another. */
  sign(purpose: string, content: Record<string, string | number>, expiresAt: number): string;
  /** What a token says, or null when it was not made here for this, or is too old. */
  read(purpose: string, token: string): Record<string, string | number> | null;
}

export function createSigner(secret: string, clock: Clock): Signer {
  const mac = (purpose: string, body: string) => createHmac('sha256', secret).update(`${purpose}\n${body}`).digest();
  return {
    sign(purpose, content, expiresAt) {
      const body = Buffer.from(JSON.stringify({ ...content, expiresAt })).toString('base64url');
      return `${body}.${mac(purpose, body).toString('base64url')}`;
    },
    read(purpose, token) {
      const [body = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = mac(purpose, body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const content = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, string | number>;
      return Number(content['expiresAt']) > clock.now() ? content : null;
    },
  };
}
