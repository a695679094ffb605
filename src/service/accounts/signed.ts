// Links that carry their own proof: what they say, until when, and a signature over both. Nothing is stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#core/clock.ts';

/** The secret of PLATEN_SECRET, or one that is made once and kept in the data folder. */
export async function loadSecret(data: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(data, 'secret');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known === null) {
    const own = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    await writeFile(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
    // Whole or not at all; of two processes that start at once the first one's stays.
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(own);
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim();
  if (secret.length < shortest)
    throw new Error(
      `${file} is too short to keep links safe; delete it (everybody is signed out) or set PLATEN_SECRET`,
    );
  return secret;
}

const shortest = 32;

export interface Signer {
  /** A token for links; `purpose` keeps one kind from being taken for another. */
  sign(purpose: string, content: Record<string, string | number>, expiresAt: number): string;
  /** Something that stands for a text and tells nothing about it to who has not the secret. */
  pseudonym(text: string): string;
  /** What a token says, or null when it was not made here for this, or is too old. */
  read(purpose: string, token: string): Record<string, string | number> | null;
}

export function createSigner(secret: string, clock: Clock): Signer {
  const mac = (purpose: string, body: string) => createHmac('sha256', secret).update(`${purpose}\n${body}`).digest();
  return {
    pseudonym: (text) => mac('pseudonym', text).toString('base64url'),
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
