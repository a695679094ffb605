// The files of an archive with a page in it, as the page addresses them.
import { posix } from 'node:path';
import type { ZipArchive } from '#conversion/zip/reader.ts';

/** There is no page, or not one, where it should be. */
export class NoPage extends Error {}
/** The archive has more than a page needs. */
export class TooMuch extends Error {}

const maxMembers = 5000;
const maxMemberBytes = 64 << 20;
const maxBytes = 256 << 20;

/** Files that operating systems add to folders. */
const isForeign = (name: string) => /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db)(\/|$)/.test(name) || name.endsWith('/');

/** The names of its files, and the folder at whose root a page has to be: the archive, or the only one in it. @throws {@link TooMuch} */
export function rootOf(zip: ZipArchive): { names: string[]; root: string } {
  const names = [...zip.names].filter((name) => !isForeign(name));
  if (names.length > maxMembers) throw new TooMuch(`${names.length} files`);
  const tops = new Set(names.map((name) => name.slice(0, name.indexOf('/') + 1)));
  const [only = ''] = tops;
  return { names, root: tops.size === 1 ? only : '' };
}

/** The files of an archive by their URLs, without files outside of its root. @throws {@link TooMuch} */
export async function* filesOf(
  zip: ZipArchive,
  { names, root }: { names: readonly string[]; root: string },
): AsyncGenerator<{ path: string; data: Buffer }> {
  let bytes = 0;
  for (const name of names) {
    if (!name.startsWith(root)) continue;
    const path = posix.normalize(`/${name.slice(root.length)}`);
    const data = await zip.readWhole(name, maxMemberBytes);
    // A file that cannot be unpacked is missing, which the page's warnings name.
    if (data === null) continue;
    bytes += data.length;
    if (bytes > maxBytes) throw new TooMuch(`${bytes} bytes`);
    yield { path, data };
  }
}
