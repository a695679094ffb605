// The free space of a disk.
import { statfs } from 'node:fs/promises';

/** With less free space, failures are blamed on the disk: the database and a small result need this much. */
export const fullBelowBytes = 16 << 20;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
