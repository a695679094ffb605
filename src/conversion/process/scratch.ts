// What a sandbox leaves outside: its user, its folder, and how files get in and out.
import { constants } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** Users that exist nowhere else, as systemd's DynamicUser has them; one a running sandbox. */
const firstUid = 61_184;
const uidCount = 4_000;

export class UidPool {
  readonly #taken = new Set<number>();
  #next = 0;

  take(): { id: number } & Disposable {
    do this.#next = (this.#next + 1) % uidCount;
    while (this.#taken.has(this.#next) && this.#taken.size < uidCount);
    const slot = this.#next;
    this.#taken.add(slot);
    return { id: firstUid + slot, [Symbol.dispose]: () => void this.#taken.delete(slot) };
  }
}

export async function scratchFolder(scratch: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(scratch, 'run-'));
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A copy of a folder that belongs to `owner`. */
export async function copyFor(from: string, to: string, owner: number | null): Promise<void> {
  await cp(from, to, { recursive: true });
  if (owner === null) return;
  await chown(to, owner, owner);
  for (const entry of await readdir(to, { recursive: true })) await chown(join(to, entry), owner, owner);
}

/** The extension, where it is a plain one. */
export const safeExtension = (path: string) => /^\.[a-z0-9]{1,8}$/.exec(extname(basename(path)))?.[0] ?? '';

/** Puts a file into a folder without copying it where that is possible. */
export const putIn = (file: string, place: string): Promise<void> =>
  link(file, place).catch(() => copyFile(file, place));

/** Moves a result out of the sandbox; a link or a device that a hostile program left in its place is dropped. */
export async function takeOut(from: string, to: string): Promise<void> {
  const found = await lstat(from).catch(() => null);
  if (found === null) return;
  if (found.isFile() && found.nlink === 1) return moveOwned(from, to);
  if (!found.isDirectory()) return;
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from)) {
    const inside = await lstat(join(from, entry));
    if (inside.isFile() && inside.nlink === 1) await moveOwned(join(from, entry), join(to, entry));
  }
}

/**
 * Copies a result of at most `maxBytes` while its program may still live: what is opened is what is read, whatever the
 * name means meanwhile. False when it is larger or no plain file.
 */
export async function copyOut(from: string, to: string, maxBytes: number): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using file = await open(from, flags).catch(() => null);
  const found = await file?.stat();
  if (file === null || found === undefined || !found.isFile() || found.nlink !== 1 || found.size > maxBytes)
    return false;
  const data = Buffer.alloc(found.size);
  const { bytesRead } = await file.read(data, 0, data.length, 0);
  if (bytesRead !== data.length) return false;
  await writeFile(to, data, { mode: 0o644 });
  return true;
}

/** Owner and rights are changed on the open file, never by its name: that could mean another one by now. */
async function moveOwned(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await using file = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile() || found.nlink !== 1) return;
  if (process.getuid?.() === 0) await file.chown(0, 0);
  await file.chmod(0o644);
  await rename(from, to);
  const moved = await lstat(to);
  if (moved.ino !== found.ino || moved.dev !== found.dev) await rm(to, { force: true });
}
