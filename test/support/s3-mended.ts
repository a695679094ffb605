// Mends what s3rver 3.7.1 fails at: a listing of more than 1,000 objects, and whatever happens in a folder while another request
// deletes the last object in it (storing one there ended the process).
import type { Cipheriv, Decipheriv } from 'node:crypto';
import { readdirSync, type Dirent } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isAbsent } from '#core/absent.ts';

interface Utilities {
  walk(folder: string, isEntered?: (path: string) => boolean): Generator<string>;
}

interface Store {
  getResourcePath(bucket: string, key: string, resource: string): string;
  deleteObject(bucket: string, key: string): Promise<void>;
}

type Ciphers = Record<
  'createCipheriv' | 'createDecipheriv',
  (algorithm: string, key: Buffer, iv: Buffer, ...options: unknown[]) => Cipheriv & Decipheriv
>;

const suffixes = ['object', 'object.md5', 'metadata.json'];

const load = createRequire(import.meta.url);
(load('s3rver/lib/utils.js') as Utilities).walk = walk;
// Uses the function above when it is loaded.
const store = load('s3rver/lib/stores/filesystem.js') as { prototype: Store };
store.prototype.deleteObject = deleteObject;
knowDes(load('node:crypto') as Ciphers);

export const { default: Server } = await import('s3rver');

/** The continuation token of a listing is encrypted by DES, which OpenSSL 3 no longer has: it is triple DES with the same key three times. */
function knowDes(ciphers: Ciphers): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const create = ciphers[name];
    ciphers[name] = (algorithm, key, ...others) =>
      algorithm === 'des'
        ? create('des-ede3-cbc', Buffer.concat([key, key, key]), ...others)
        : create(algorithm, key, ...others);
  }
}

/** All files below a folder, in the order of their bytes. */
function* walk(...[folder, isEntered = () => true]: Parameters<Utilities['walk']>): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else if (isEntered(path)) yield* walk(path, isEntered);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Folders that it leaves empty stay: another request may be about to store a file in one. */
async function deleteObject(this: Store, bucket: string, key: string): Promise<void> {
  const paths = suffixes.map((suffix) => this.getResourcePath(bucket, key, suffix));
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
