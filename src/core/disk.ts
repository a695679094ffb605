// The free space of a disk.
import { statfsSync } from 'node:fs';

/** The free space below which failures are blamed on the disk: the database and a small result need this much. */
export const fullBelowBytes = 16 << 20;

export const freeBytes = async (folder: string): Promise<number> => (await diskOf(folder)).freeBytes;

/** Returns the free and total space of a folder's disk. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
