// Copies the stored files of an installation, even a running one: files deleted in the meantime are left out.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isFailure } from '#core/failure.ts';
import type { Files, LocalInput } from './files.ts';

/** Copies outputs, previews and retained inputs that `isWanted`, via `scratch`; returns the number of jobs and links with files. */
export async function copyStoredFiles(
  from: Files,
  to: Files,
  scratch: string,
  isWanted: (id: string) => Promise<boolean> = async () => true,
): Promise<number> {
  let copied = 0;
  for await (const id of from.ids()) {
    if (!(await isWanted(id))) continue;
    const folder = await mkdtemp(join(scratch, 'file-'));
    try {
      if (await copyOne(from, to, id, folder)) copied += 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return copied;
}

async function copyOne(from: Files, to: Files, id: string, folder: string): Promise<boolean> {
  const output = join(folder, 'result');
  const stored = await from.readOutput(id);
  if (stored !== null) {
    await pipeline(stored, createWriteStream(output, { mode: 0o600 }));
    await to.putOutput(id, output);
    const preview = await from.readPreview(id);
    if (preview !== null) await to.putPreview(id, preview);
  }
  const names = await from.inputNames(id);
  const inputs = names.map((name, n) => ({ name, path: join(folder, `input-${n}`) }));
  const isThere = await copyInputs(from, id, inputs);
  if (isThere) await to.putInputs(id, inputs);
  return stored !== null || isThere;
}

/** Copies retained inputs; false if there are none, or they are gone. */
async function copyInputs(from: Files, id: string, inputs: readonly LocalInput[]): Promise<boolean> {
  try {
    for (const [n, { path }] of inputs.entries()) await from.copyInput(id, n, path);
    return inputs.length > 0;
  } catch (error) {
    if (isFailure(error, 'not_found') || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
