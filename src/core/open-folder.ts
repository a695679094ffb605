// A folder that is opened once and then meant by its descriptor, whatever its name leads to later: what openat does, which Node
// does not have.
import { closeSync, constants, openSync, readdirSync, type Dirent } from 'node:fs';

/** Linux's O_PATH, which Node does not name: it opens a folder that may not be read, too. */
const placeAlone = 0o10000000;

export interface OpenFolder extends Disposable {
  /** Names are bytes: a program may choose names that are not valid text. */
  entries(): Dirent<Buffer>[];
  /** The path of the entry `name`; without a name, of the folder itself. */
  path(name?: Buffer): Buffer;
}

/** Follows no link: null when the last part of the path is absent or not a folder. @throws the system's other errors */
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
