// A program that finds no room fails as it does on a broken document: it is the disk's fault then, not the document's.
import { GiB } from '#core/bytes.ts';
import { freeBytes, fullBelowBytes } from '#core/disk.ts';

/** A program can also have filled its own /tmp, which is as large as its limit: the disk must be short as well. */
const shortBelowBytes = GiB;
/** Excludes bubblewrap's message if the kernel has no more namespaces. */
const noSpace = /^(?!.*namespace).*No space left on device/m;
const noQuota = /Disk quota exceeded/;

/** To be called while the files of the program still exist. @throws an error with the system's code, ENOSPC or EDQUOT */
export async function requireRoom(folder: string, stderr: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free < fullBelowBytes || (noSpace.test(stderr) && free < shortBelowBytes)) throw noRoom('ENOSPC', stderr);
  if (noQuota.test(stderr)) throw noRoom('EDQUOT', stderr);
}

const noRoom = (code: 'ENOSPC' | 'EDQUOT', stderr: string) =>
  Object.assign(new Error(`${code}: ${stderr.slice(-500)}`), { code, syscall: 'write' });
