// The same archive with some of its members replaced.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { withZip } from '#conversion/detect/zip.ts';

/** Unpacked, in all: members are held until they are written. */
const mostBytes = 128 << 20;
const mostMembers = 5000;

/** Members are stored as they are, since the copy is read once. False when the archive is too large or odd to be rewritten. */
export async function rewriteZip(
  input: string,
  output: string,
  changed: ReadonlyMap<string, string>,
): Promise<boolean> {
  const file = new ZipFile();
  const isWhole = await withZip(input, async ({ names, readWhole }) => {
    let left = mostBytes;
    if (names.size > mostMembers) return false;
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
    return true;
  });
  if (isWhole !== true) return false;
  file.end();
  await pipeline(file.outputStream, createWriteStream(output));
  return true;
}
