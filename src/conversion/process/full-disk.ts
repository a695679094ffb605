// A program fails on a full disk like on a broken document, but then the disk is to blame, not the document.
import { GiB } from '#core/bytes.ts';
import { freeBytes, fullBelowBytes } from '#core/disk.ts';

/** The free space below which the disk counts as full, since a program may also have filled its own limited /tmp. */
const shortBelowBytes = GiB;
/** Matches a full disk, but not bubblewrap's message when the kernel has no more namespaces. */
const noSpace = /^(?!.*namespace).*No space left on device/m;
const noQuota = /Disk quota exceeded/;

/** Checks for a full disk while the program's files still exist. @throws an error with the system's code, ENOSPC or EDQUOT */
export async function requireRoom(folder: string, stderr: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free < fullBelowBytes || (noSpace.test(stderr) && free < shortBelowBytes)) throw noRoom('ENOSPC', stderr);
  if (noQuota.test(stderr)) throw noRoom('EDQUOT', stderr);
}

const noRoom = (code: 'ENOSPC' | 'EDQUOT', stderr: string) =>
  Object.assign(new Error(`${code}: ${stderr.slice(-500)}`), { code, syscall: 'write' });
