// Makes files survive a power cut: their bytes, and their names in the folders.
import { closeSync, fdatasync, fstatSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const [syncAll, syncData] = [promisify(fsync), promisify(fdatasync)];

/** Syncs files and folders (for a folder, its names) to disk, all at once, so that there is a single wait. */
export async function syncToDisk(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => withFile(path, sync)));
}

/** Syncs the data of a file and its size, but no other metadata. */
export const syncBytes = (path: string): Promise<void> => withFile(path, syncData);

/** Opens and closes synchronously, since using another thread takes longer; only the sync itself is slow. */
async function withFile(path: string, use: (file: number) => Promise<void>): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await use(file);
  } finally {
    closeSync(file);
  }
}

const sync = (file: number): Promise<void> =>
  syncAll(file).catch((error: NodeJS.ErrnoException) => {
    // Some file systems, mostly network ones, cannot sync folders.
    if (error.code !== 'EINVAL' || !fstatSync(file).isDirectory()) throw error;
  });
