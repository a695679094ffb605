// The free space of a disk.
import { statfs } from 'node:fs/promises';

/** With less free space, failures are blamed on the disk: the database and a small result need this much. */
export const fullBelowBytes = 16 << 20;

export const freeBytes = async (folder: string): Promise<number> => (await diskOf(folder)).freeBytes;

/** The disk that a folder is on. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
