// Removes the files of a hostile program: folders nested past the longest path, names that are not text, rights that it has
// taken away, links that replace a folder meanwhile. Entries are named relative to the open folder, and folders
// inside are moved up first, so that no path is long.
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { setImmediate as letOthers, setTimeout as sleep } from 'node:timers/promises';
import { isAbsent } from './absent.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';

/** How often to retry: a program that has just been killed may still write for a moment, and descriptors may be free again in one. */
const again = { tries: 40, pauseMs: 25 } as const;

/** The number of entries to rename or remove synchronously before others get their turn; using another thread takes longer. */
const entriesAtOnce = 64;

/** The maximum size of a file that is removed synchronously; a larger one has many blocks to free. */
const smallBytes = 1024 * 1024;

/** Removes a file, or a folder with its content, if it exists. @throws the system's error */
export async function removeTree(path: string | Buffer): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await remove(path);
    } catch (error) {
      if (!isPassing(error) || tries >= again.tries) throw error;
      await sleep(again.pauseMs);
    }
  }
}

/** Removes the contents of a folder, if it exists; `onFailure` gets the system's error for each part that stays. */
export async function emptyFolder(path: string, onFailure: (error: unknown) => void): Promise<void> {
  using folder = openFolder(path);
  if (folder === null) return;
  for (const { name } of folder.entries()) await removeTree(folder.path(name)).catch(onFailure);
}

async function remove(path: string | Buffer): Promise<void> {
  {
    using top = openOwn(path);
    if (top === null) return await removeFile(path);
    let folders = 0;
    for (let isEmpty = false; !isEmpty;) {
      isEmpty = true;
      for (const entry of top.entries()) {
        const inside = top.path(entry.name);
        using folder = entry.isDirectory() ? openOwn(inside) : null;
        if (folder === null) {
          await removeFile(inside);
          continue;
        }
        const hasMovedUp = await empty(folder, top);
        if (hasMovedUp) isEmpty = false;
        rmdirSync(inside);
        if (++folders % entriesAtOnce === 0) await letOthers();
      }
    }
  }
  rmdirSync(path);
}

/** Removes the files of a folder, and moves its folders into `top`. @returns whether there were any */
async function empty(folder: OpenFolder, top: OpenFolder): Promise<boolean> {
  let moved = 0;
  for (const entry of folder.entries()) {
    const inside = folder.path(entry.name);
    using inner = entry.isDirectory() ? openOwn(inside) : null;
    if (inner === null) {
      await removeFile(inside);
      continue;
    }
    renameSync(inside, top.path(Buffer.from(randomUUID())));
    if (++moved % entriesAtOnce === 0) await letOthers();
  }
  return moved > 0;
}

/** Opens a folder with the rights to change it, which a program that runs as ourselves may have taken away. */
function openOwn(path: string | Buffer): OpenFolder | null {
  const folder = openFolder(path);
  if (folder !== null && process.geteuid?.() !== 0) chmodSync(folder.path(), 0o700);
  return folder;
}

let removedFiles = 0;

async function removeFile(path: string | Buffer): Promise<void> {
  // Of all folders that are being removed: each may have thousands of files.
  if (++removedFiles % entriesAtOnce === 0) await letOthers();
  try {
    if (lstatSync(path).size <= smallBytes) unlinkSync(path);
    else await unlink(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** Recognises errors because a program has added or replaced an entry in the meantime, or because no descriptor is free. */
const isPassing = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
