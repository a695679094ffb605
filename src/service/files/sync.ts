// Makes files survive a power cut: their bytes, and their names in the folders.
import { open } from 'node:fs/promises';

/** Syncs files and folders (for a folder, its names) to disk, all at once, so that there is a single wait. */
export async function syncToDisk(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => sync(path)));
}

async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync().catch(async (error: NodeJS.ErrnoException) => {
    // Some file systems, mostly network ones, cannot sync folders.
    if (error.code !== 'EINVAL' || !(await file.stat()).isDirectory()) throw error;
  });
}
