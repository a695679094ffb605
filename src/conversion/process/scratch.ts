// The outside of a sandbox: its user, its folder, and how files get in and out.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, lchown, link, lstat, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { openFolder } from '#core/open-folder.ts';
import { removeTree } from '#core/remove-tree.ts';

/** The first user id for sandboxes, which exists nowhere else, like systemd's DynamicUser; sandboxes of the same file share a user. */
const firstUid = 61_184;
const uidCount = 4_000;

export class UidPool {
  /** The number of sandboxes per user. */
  readonly #taken = new Map<number, number>();
  #next = 0;

  /** Takes a user that no running sandbox has, or `known` once more. */
  take(known?: number): { id: number } & Disposable {
    const id = known ?? this.#free();
    this.#taken.set(id, (this.#taken.get(id) ?? 0) + 1);
    return {
      id,
      [Symbol.dispose]: () => {
        const left = (this.#taken.get(id) ?? 1) - 1;
        if (left === 0) this.#taken.delete(id);
        else this.#taken.set(id, left);
      },
    };
  }

  #free(): number {
    do this.#next = (this.#next + 1) % uidCount;
    while (this.#taken.has(firstUid + this.#next) && this.#taken.size < uidCount);
    return firstUid + this.#next;
  }
}

/** Creates a folder only for ourselves, since bubblewrap mounts with our rights. */
export async function scratchFolder(scratch: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(scratch, 'run-'));
  return { path, [Symbol.asyncDispose]: () => removeTree(path) };
}

/** Creates a folder only for `owner`. */
export async function makeFolderFor(path: string, owner: number | null): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (owner !== null) await lchown(path, owner, owner);
}

/** Copies a file, or a folder with its content, for `owner` alone. */
export async function copyFor(from: string, to: string, owner: number | null): Promise<void> {
  if ((await stat(from)).isDirectory()) {
    await makeFolderFor(to, owner);
    for (const entry of await readdir(from)) await copyFor(join(from, entry), join(to, entry), owner);
    return;
  }
  await copyFile(from, to, constants.COPYFILE_EXCL);
  own(to, owner);
}

/** Returns the extension, if it is a plain one. */
export const safeExtension = (path: string) => /^\.[a-z0-9]{1,8}$/.exec(extname(basename(path)))?.[0] ?? '';

/** Puts a file, or a folder of files, into a folder of `owner`, without copying if possible. */
export async function putIn(file: string, to: string, owner: number | null): Promise<void> {
  if ((await lstat(file)).isDirectory()) {
    await makeFolderFor(to, owner);
    for (const name of await readdir(file)) await putIn(join(file, name), join(to, name), owner);
  } else await link(file, to).catch(() => copyFor(file, to, owner));
}

/** The maximum size of files that are copied synchronously, since using another thread takes longer. */
const smallBytes = 256 * 1024;

const readLater = promisify(read);

/** Puts a copy for `owner` alone where a program may write; the file itself stays unchanged. */
export async function copyIn(file: string, to: string, owner: number | null): Promise<void> {
  const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  if (statSync(file).size <= smallBytes) copyFileSync(file, to, flags);
  else await copyFile(file, to, flags);
  own(to, owner);
}

/** Restricts a copy to `owner`. If a running program has replaced it, the replacement is not opened, or belongs to the program. */
function own(copy: string, owner: number | null): void {
  const file = openSync(copy, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    fchmodSync(file, 0o600);
    if (owner !== null) fchownSync(file, owner, owner);
  } finally {
    closeSync(file);
  }
}

/** Links the file itself there for `owner`, or copies it if it cannot be linked. */
export async function linkIn(file: string, to: string, owner: number | null): Promise<void> {
  try {
    linkSync(file, to);
  } catch {
    await putIn(file, to, owner);
  }
  if (owner !== null) lchownSync(to, owner, owner);
}

/**
 * Moves a result out of the sandbox, whose processes may still live: a file, or a folder with the files in it. What is not
 * a plain file is left behind: a hostile program may put a link or a device in its place, also while this looks at it.
 */
export async function takeOut(from: string, to: string): Promise<void> {
  using folder = openFolder(from);
  if (folder === null) return await moveOwned(from, to);
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Named below the open folder: its own name may lead to another one by now.
  for (const { name } of folder.entries()) {
    if (isUtf8(name)) await moveOwned(folder.path(name), join(to, name.toString()));
  }
}

/**
 * Copies a result of at most `maxBytes` while its program may still live: the opened file is the one that is read, whatever the
 * name means meanwhile. False when it is larger or no plain file.
 */
export async function copyOut(from: string, to: string, maxBytes: number): Promise<boolean> {
  const file = openPlain(from);
  if (file === null) return false;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.nlink !== 1 || found.size > maxBytes) return false;
    const data = Buffer.alloc(found.size);
    const isSmall = data.length <= smallBytes;
    const bytesRead = isSmall
      ? readSync(file, data, 0, data.length, 0)
      : (await readLater(file, data, 0, data.length, 0)).bytesRead;
    if (bytesRead !== data.length) return false;
    if (isSmall) writeFileSync(to, data, { mode: 0o600 });
    else await writeFile(to, data, { mode: 0o600 });
    return true;
  } finally {
    closeSync(file);
  }
}

/** System errors for a name that was a file a moment ago. */
const notThere = new Set(['ENOENT', 'ELOOP', 'ENXIO', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST']);

/**
 * Owner and rights are changed on the open file, never by its name: that could mean another one by now. Names are changed
 * while everybody waits: a trip to another thread and back is slower.
 */
async function moveOwned(from: string | Buffer, to: string): Promise<void> {
  const file = openPlain(from);
  if (file === null) return;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.nlink !== 1) return;
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    if (process.getuid?.() === 0) fchownSync(file, 0, 0);
    fchmodSync(file, 0o600);
    if (!isMoved(from, to)) return;
    const moved = lstatSync(to);
    if (moved.ino !== found.ino || moved.dev !== found.dev) await removeTree(to);
  } finally {
    closeSync(file);
  }
}

/** Opens a plain file, without following links or waiting for pipes; null if there is none. */
function openPlain(path: string | Buffer): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Moves a file; false when it has disappeared, or when it cannot replace the destination. */
function isMoved(from: string | Buffer, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
