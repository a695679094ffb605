// Files that outlast a power cut: their bytes, and the names in their folders.
import { open } from 'node:fs/promises';

/** Writes files and folders to the disk itself; of a folder the names that it has. All at once, so that the disk is waited for once. */
export async function syncToDisk(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => sync(path)));
}

async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync().catch(async (error: NodeJS.ErrnoException) => {
    // Some file systems, of networks for the most part, have no sync of folders.
    if (error.code !== 'EINVAL' || !(await file.stat()).isDirectory()) throw error;
  });
}
