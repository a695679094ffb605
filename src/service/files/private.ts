// Nobody but the service's own user may read what lies below the data folder, whatever the umask was.
import { closeSync, fchmodSync, openSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes group and others away from everything that this process makes from now on; gives the umask of before. */
export const makePrivate = (): number => process.umask(0o077);

const sticky = 0o1000;
const others = 0o077;

/**
 * Makes the folder, or closes it to others; false when it is another user's, who alone can close it (a volume that is
 * shared by its group). @throws when it is one that everybody writes to, such as /tmp
 */
export async function privateFolder(path: string): Promise<boolean> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(path);
  if ((mode & sticky) !== 0) throw new Error(`${path} is everybody's folder; the data needs one of its own`);
  if ((mode & others) === 0) return true;
  const own = process.getuid?.();
  if (own !== 0 && own !== uid) return false;
  await chmod(path, 0o700);
  return true;
}

/** Makes the file, or closes it to others, before something opens it that would make it by the umask. */
export function privateFile(path: string): void {
  const file = openSync(path, 'a', 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
}

/** Closes a file, or a folder and everything below it, that an earlier version or another hand left open. */
export async function closeToOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink()) return;
  const isFolder = found.isDirectory();
  if ((found.mode & others) !== 0) await chmod(path, isFolder ? 0o700 : 0o600);
  if (isFolder) for (const name of await readdir(path)) await closeToOthers(join(path, name));
}
