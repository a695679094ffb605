// The public documents that decisions rest on: bench/corpus.tsv names them, a folder of the reader's has them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Listed {
  set: string;
  name: string;
  sha256: string;
  repository: string;
  commit: string;
  /** In the repository. */
  path: string;
}

/** A listed document, at `file`. */
export interface Present extends Listed {
  file: string;
}

/** The documents of some sets. */
export function listed(...sets: string[]): Listed[] {
  const [head = '', ...lines] = readFileSync(join(import.meta.dirname, '..', 'corpus.tsv'), 'utf8')
    .trim()
    .split('\n');
  const columns = head.split('\t');
  const rows = lines.map((line) => Object.fromEntries(line.split('\t').map((cell, n) => [columns[n], cell])));
  return (rows as unknown as Listed[]).filter(({ set }) => sets.includes(set));
}

/** Finds documents in a folder by content, regardless of their names; the others are missing or differ. */
export function inFolder(folder: string, wanted: readonly Listed[]) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const files = entries.map((entry) => join(entry.parentPath, entry.name));
  const bySum = new Map(files.map((file) => [createHash('sha256').update(readFileSync(file)).digest('hex'), file]));
  const present = wanted.flatMap((one): Present[] => {
    const file = bySum.get(one.sha256);
    return file === undefined ? [] : [{ ...one, file }];
  });
  const names = new Set(files.map((file) => basename(file)));
  const absent = wanted.filter(({ sha256 }) => !bySum.has(sha256));
  const differs = ({ name, path }: Listed) => names.has(name) || names.has(basename(path));
  return {
    present,
    differing: absent.filter((one) => differs(one)),
    missing: absent.filter((one) => !differs(one)),
  };
}
