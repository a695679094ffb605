// A folder that is opened once and then meant by its descriptor, whatever its name leads to later: what openat does, which Node
// does not have.
import { closeSync, constants, openSync, readdirSync, type Dirent } from 'node:fs';

/** Linux's O_PATH, which Node does not name: it opens a folder that may not be read, too. */
const placeAlone = 0o10000000;

export interface OpenFolder extends Disposable {
  /** Names are bytes: a program may choose some that are no text. */
  entries(): Dirent<Buffer>[];
  /** The path of what is called `name` in it; of the folder itself without a name. */
  path(name?: Buffer): Buffer;
}

/** No link is followed: null when the last part of the path is no folder, or absent. @throws the system's other errors */
export function openFolder(path: string | Buffer): OpenFolder | null {
  let folder: number;
  try {
    folder = openSync(path, placeAlone | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (['ENOTDIR', 'ELOOP', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  const place = Buffer.from(`/proc/self/fd/${folder}/`);
  return {
    entries: () => readdirSync(place, { withFileTypes: true, encoding: 'buffer' }),
    path: (name) => (name === undefined ? place : Buffer.concat([place, name])),
    [Symbol.dispose]: () => closeSync(folder),
  };
}
