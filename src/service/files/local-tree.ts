// The stored files of a folder, by name.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileTree } from './tree.ts';

export function localTree(folder: string): FileTree {
  async function* namesIn(path: string): AsyncGenerator<string> {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    for (const entry of entries) {
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) yield* namesIn(name);
      else if (entry.isFile()) yield name;
      else throw new Error(`${join(folder, name)} is not a file`);
    }
  }

  /** Removes folders that are empty after their last file is deleted. */
  async function tidy(path: string): Promise<void> {
    for (let at = path; at !== '.'; at = dirname(at))
      try {
        await rmdir(join(folder, at));
      } catch {
        return;
      }
  }

  return {
    where: folder,
    names: () => namesIn(''),
    read: async (name) => createReadStream(join(folder, name)),
    async write(name, content) {
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true }));
    },
    async remove(names) {
      for (const name of names) {
        await rm(join(folder, name), { force: true });
        await tidy(dirname(name));
      }
    },
  };
}
