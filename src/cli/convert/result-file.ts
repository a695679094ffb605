// Moves a result to its destination, without losing existing files or leaving partial ones.
import { createWriteStream, mkdirSync, openSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { ifAbsent } from '#core/absent.ts';
import { about } from '../system-errors.ts';
import type { Problem } from './outcome.ts';
import type { Task } from './tasks.ts';

/** Returns why the result may not be written; overwriting an empty file or a device (`/dev/null`) loses nothing. */
export async function obstacle({ target }: Task): Promise<Problem | null> {
  if (target === '-') return null;
  const facts = await stat(target).catch(ifAbsent(null));
  if (facts === null || !facts.isFile() || facts.size === 0) return null;
  const message = `${target} exists already. Name another file with -o, overwrite it with --force, or leave it with --skip-existing.`;
  return { code: 'output_exists', message, fields: { output: target }, isOurs: false };
}

/** Writes a result to its target, or to standard output; a new file gets the permissions that `umask` leaves. */
export async function deliver(result: Readable, { target }: Task, umask: number): Promise<void> {
  if (target === '-') return pipeline(result, process.stdout, { end: false });
  const there = await stat(target).catch(ifAbsent(null));
  // A device (`/dev/null`) is written directly; a file stays whole until its successor is complete.
  const isFile = there === null || there.isFile();
  const path = isFile ? join(dirname(target), `.${basename(target)}.${randomUUID()}`) : target;
  try {
    await about(target, async () => {
      await pipeline(result, createWriteStream(path, { fd: opened(path, umask) }));
      if (isFile) await rename(path, target);
    });
  } catch (error) {
    // A file that could not be created cannot be removed.
    if (isFile) await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/** Opens the result with the permissions of any file of its user; all other files of this process are private. */
function opened(path: string, umask: number): number {
  const own = process.umask(umask);
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'w');
  } finally {
    process.umask(own);
  }
}
