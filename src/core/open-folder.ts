// A folder that is opened once and then addressed by descriptor, regardless of later changes to its name, like openat, which Node
// does not have.
import { closeSync, constants, openSync, readdirSync, type Dirent } from 'node:fs';

/** Linux's O_PATH, which Node does not define, and which also opens unreadable folders. */
const placeAlone = 0o10000000;

export interface OpenFolder extends Disposable {
  /** Lists the entries with names as bytes, since a program may choose names that are not valid text. */
  entries(): Dirent<Buffer>[];
  /** Returns the path of the entry `name`, or of the folder itself without a name. */
  path(name?: Buffer): Buffer;
}

/** Opens a folder without following a link; null when the last part of the path is missing or not a folder. @throws other system errors */
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
