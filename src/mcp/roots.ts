// The folders that an assistant may read from and write to, and the paths that it names.
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ifAbsent } from '#core/absent.ts';
import { Problem } from './problem.ts';

/** A folder, as it was named and as it is. */
interface Root {
  named: string;
  real: string;
}

/** The existing ones of the folders. */
export async function rootsAt(folders: readonly string[]): Promise<Root[]> {
  const roots = await Promise.all(
    folders.map(async (folder) => {
      const named = resolve(folder);
      const real = await realpath(named).catch(ifAbsent(null));
      return real === null ? [] : [{ named, real }];
    }),
  );
  return roots.flat();
}

/** A regular file inside a root, wherever links lead. @throws Problem */
export async function fileInside(asked: string, roots: readonly Root[]): Promise<string> {
  for (const path of placesOf(asked, roots)) {
    const real = await follow(path, asked, roots);
    if (real === null) continue;
    if (!(await lstat(real)).isFile()) throw new Problem('not_a_file', `${asked} is not a file.`);
    return real;
  }
  throw new Problem('no_such_file', `There is no file ${asked}.`, { remedy: `Name one in ${listOf(roots)}.` });
}

/** The path of a new file, in an existing folder; `defaultName` names it where only a folder was asked for. @throws Problem */
export async function newFileInside(
  asked: string,
  defaultName: string,
  roots: readonly Root[],
): Promise<{ path: string; isNamed: boolean }> {
  for (const path of placesOf(asked, roots)) {
    const there = await follow(path, asked, roots);
    if (there !== null && (await lstat(there)).isDirectory()) return { path: join(there, defaultName), isNamed: false };
    const folder = await follow(dirname(path), asked, roots);
    if (folder !== null) return { path: join(folder, basename(path)), isNamed: true };
  }
  throw new Problem('no_such_folder', `The folder of ${asked} does not exist.`, {
    remedy: `Name one in ${listOf(roots)}.`,
  });
}

/** As many links as Linux follows. */
const maxLinks = 40;

/**
 * The real path of a path below a root; null if it does not exist or must not be read. Links are followed one by one, so that nothing
 * outside is read, and a link does not reveal what exists there. @throws Problem when one leads outside
 */
async function follow(path: string, asked: string, roots: readonly Root[]): Promise<string | null> {
  for (let links = 0, at = path; links <= maxLinks; links++) {
    const root = roots.find((one) => isInside(at, [one]));
    if (root === undefined) throw outside(asked, roots);
    const below = isBelow(at, root.real) ? root.real : root.named;
    const names = relative(below, at).split(sep).filter(Boolean);
    let folder = root.real;
    let link: string | undefined;
    while (link === undefined && names.length > 0) {
      const next = join(folder, names.shift() ?? '');
      // Too long a name, no right to look, a file in the place of a folder: there is nothing to be had.
      const facts = await lstat(next).catch(() => null);
      if (facts === null) return null;
      if (facts.isSymbolicLink()) link = resolve(folder, await readlink(next), ...names);
      else folder = next;
    }
    if (link === undefined) return folder;
    at = link;
  }
  return null;
}

/** Where a path may be: a relative one is below any root. Nothing outside is read. @throws Problem */
function placesOf(asked: string, roots: readonly Root[]): string[] {
  if (asked.includes('\0')) throw new Problem('path_refused', 'A path has no null character.');
  const path = /^file:\/\//i.test(asked) ? pathOf(asked) : asked;
  if (isAbsolute(path)) {
    const lexical = resolve(path);
    if (!isInside(lexical, roots)) throw outside(asked, roots);
    return [lexical];
  }
  const places = roots.flatMap((root) => {
    const place = resolve(root.named, path);
    return isInside(place, [root]) ? [place] : [];
  });
  if (places.length === 0) throw outside(asked, roots);
  return places;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new Problem('path_refused', `${url} is no path of this machine.`);
  }
}

const isInside = (path: string, roots: readonly Root[]): boolean =>
  roots.some(({ named, real }) => [named, real].some((root) => isBelow(path, root)));

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(withEnd(folder));

const withEnd = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

const byPerson = 'the person allows folders by the roots of the client, or by ./platen mcp --root';

const outside = (asked: string, roots: readonly Root[]): Problem =>
  roots.length === 0
    ? new Problem('path_refused', `${asked} cannot be used: no folder is allowed.`, {
        remedy: `Ask the person: ${byPerson}.`,
      })
    : new Problem('path_refused', `${asked} is not inside a folder that the person allows.`, {
        remedy: `Use files in ${listOf(roots)}; ${byPerson}.`,
        fields: { roots: roots.map(({ named }) => named) },
      });

const listOf = (roots: readonly Root[]): string => roots.map(({ named }) => named).join(', ');
