// Every page of /docs, by its address: the Markdown files of this repository that users and operators read.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from './menu.ts';
import { renderMarkdown, type Rendered } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A file for each address. */
export function pageFiles(): ReadonlyMap<string, string> {
  const files = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root }).sort()];
  return new Map(files.map((file) => [addressOf(file), file]));
}

/** Of a file among `files`. */
export function readPage(file: string, files: ReadonlyMap<string, string>): Rendered {
  const known = new Set(files.values());
  const special: Record<string, string> = { 'docs/openapi.json': '/openapi.json' };
  return renderMarkdown(readFileSync(join(root, file), 'utf8'), file, (other) =>
    known.has(other) ? addressOf(other) : special[other],
  );
}
