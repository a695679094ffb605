// The files of a call: named individually, by pattern or by folder, or standard input.
import { glob, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { UsageError } from '../command.ts';

export interface Source {
  /** The file's name in messages; `-` is standard input. */
  path: string;
  /** The file name that the tool gets. */
  name: string;
  /** The subfolder of the named folder that contains the file; empty for a file that was named itself. */
  below: string;
  /** Whether the file was found in a folder, so that its result is one of several. */
  isFound: boolean;
}

export interface SourceOptions {
  tool: Tool;
  recursive: boolean;
  /** The file name of standard input. */
  name: string;
  /** Called for each file of a folder that the tool does not accept. */
  onPassedOver?: (path: string) => void;
}

const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/**
 * Finds the files named by `words`, without repetition unless the tool joins files.
 * @throws the system's error for a missing file; UsageError if there are no files
 */
export async function sourcesOf(words: readonly string[], options: SourceOptions): Promise<Source[]> {
  const named: Source[] = [];
  for (const word of words) named.push(...(await sourcesOfWord(word, options)));
  const keyOf = ({ path }: Source) => (path === '-' ? '-' : resolve(path));
  const found = options.tool.files.max > 1 ? named : [...new Map(named.map((one) => [keyOf(one), one])).values()];
  if (found.length > 0) return found;
  const { tool } = options;
  throw new UsageError(
    words.length === 0
      ? `no file is named; ./platen convert ${tool.id} --help shows how`
      : `there is no file for ${tool.id} in ${words.join(', ')}; it accepts ${extensionsOf(tool.accepts).join(' ')}`,
  );
}

async function sourcesOfWord(word: string, options: SourceOptions): Promise<Source[]> {
  if (word === '-') return [{ path: '-', name: options.name, below: '', isFound: false }];
  const facts = await stat(word).catch(ifAbsent(null));
  if (facts?.isDirectory() === true) return inFolder(word, word, options);
  if (facts !== null) return [fileNamed(word)];
  const matches = isPattern(word) ? (await Array.fromAsync(glob(word))).sort() : [];
  // A missing file is the system's error, and no wrong usage.
  if (matches.length === 0) await stat(word);
  const files = await Promise.all(matches.map(async (path) => ((await stat(path)).isFile() ? [fileNamed(path)] : [])));
  return files.flat();
}

const fileNamed = (path: string): Source => ({ path, name: basename(path), below: '', isFound: false });

/** Finds the files that the tool accepts, by extension; skips hidden files and folders. */
async function inFolder(folder: string, root: string, options: SourceOptions): Promise<Source[]> {
  const extensions = new Set<string>(extensionsOf(options.tool.accepts));
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Source[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && options.recursive) found.push(...(await inFolder(path, root, options)));
    if (!entry.isFile()) continue;
    if (extensions.has(/\.[^.]+$/.exec(entry.name.toLowerCase())?.[0] ?? ''))
      found.push({ path, name: entry.name, below: relative(root, folder), isFound: true });
    else options.onPassedOver?.(path);
  }
  return found;
}
