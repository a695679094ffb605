// What is left of the disk that a folder lies on.
import { statfs } from 'node:fs/promises';

/** With less, what fails is the disk's fault: a database and a small result want as much. */
export const fullBelowBytes = 16 << 20;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
