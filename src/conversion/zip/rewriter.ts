// The same archive with some of its members replaced.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ZipArchive } from './reader.ts';

/** Unpacked, in all: members stay in memory until they are written. */
const maxBytes = 128 << 20;
const maxMembers = 5000;

/** Members are stored as they are, since the copy is read once. False when the archive is too large or odd to be rewritten. */
export async function rewriteZip(
  { names, readWhole }: ZipArchive,
  output: string,
  changed: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (names.size > maxMembers) return false;
  const file = new ZipFile();
  let left = maxBytes;
  // OpenDocument wants its media type first.
  const ordered = [...names].sort((a, b) => Number(b === 'mimetype') - Number(a === 'mimetype'));
  for (const name of ordered) {
    if (name.endsWith('/')) continue;
    const text = changed.get(name);
    const data = text === undefined ? await readWhole(name, left) : Buffer.from(text);
    if (data === null || data.length > left) return false;
    left -= data.length;
    try {
      file.addBuffer(data, name, { compress: false });
    } catch {
      return false; // a name that no archive should have
    }
  }
  file.end();
  await pipeline(file.outputStream, createWriteStream(output));
  return true;
}
