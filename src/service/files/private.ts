// Lets only the service's user read the data folder, regardless of the umask.
import { closeSync, fchmodSync, openSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';

/** Makes new files of this process private to its user; returns the previous umask. */
export const makePrivate = (): number => process.umask(0o077);

const sticky = 0o1000;
const others = 0o077;

/**
 * Creates the folder, or makes it private; false when it belongs to another user and thus cannot be changed (a volume
 * shared by its group). @throws when everybody can write to it, like /tmp
 */
export async function privateFolder(path: string): Promise<boolean> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(path);
  if ((mode & sticky) !== 0) throw new Error(`${path} is open to everybody; choose a folder of Platen's own`);
  if ((mode & others) === 0) return true;
  const own = process.getuid?.();
  if (own !== 0 && own !== uid) return false;
  await chmod(path, 0o700);
  return true;
}

/** Creates the file, or makes it private, before other code opens it and creates it with the umask. */
export function privateFile(path: string): void {
  const file = openSync(path, 'a', 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
}

/** Makes a file, or a folder with everything below it, private; an earlier version or another user may have left it open. */
export async function closeToOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(ifAbsent(null));
  if (found === null || found.isSymbolicLink()) return;
  const isFolder = found.isDirectory();
  if ((found.mode & others) !== 0) await chmod(path, isFolder ? 0o700 : 0o600);
  if (isFolder) for (const name of await readdir(path)) await closeToOthers(join(path, name));
}
