// Mends what s3rver 3.7.1 answers with an internal error: a listing or a deletion while another request deletes in the same folder.
import { readdirSync, type Dirent } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Utilities {
  walk(folder: string, isEntered?: (path: string) => boolean): Generator<string>;
}

interface Store {
  getBucketPath(bucket: string): string;
  getResourcePath(bucket: string, key: string, resource: string): string;
  deleteObject(bucket: string, key: string): Promise<void>;
}

const suffixes = ['object', 'object.md5', 'metadata.json'];

/** Before the server is imported for the first time. */
export function mendRaces(): void {
  const load = createRequire(import.meta.url);
  (load('s3rver/lib/utils.js') as Utilities).walk = walk;
  // It takes the function above when it is loaded.
  const store = load('s3rver/lib/stores/filesystem.js') as { prototype: Store };
  store.prototype.deleteObject = deleteObject;
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
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** With the folders that it leaves empty. */
async function deleteObject(this: Store, bucket: string, key: string): Promise<void> {
  const paths = suffixes.map((suffix) => this.getResourcePath(bucket, key, suffix));
  await Promise.all(paths.map((path) => rm(path, { force: true })));
  const root = this.getBucketPath(bucket);
  for (let folder = dirname(join(root, key)); folder !== root; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (isCode(error, 'ENOTEMPTY')) return;
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
