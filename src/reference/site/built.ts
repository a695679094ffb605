// Built for /docs: highlighted code, scripts, search index. Pages also work without them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { currentBuild } from '../current-build.ts';

export interface Built {
  name: string;
  /** Scripts and indexes, with compressed copies. */
  assets: string;
  /** Code as HTML with a class for each kind of token; without colours where the build does not know it. */
  colour: (code: string, language: string) => string;
}

/** Null where nothing has been built. */
export function builtDocs(): Built | null {
  const build = currentBuild('docs');
  if (build === null) return null;
  const { name, folder } = build;
  return {
    name,
    assets: join(folder, 'assets'),
    colour: (code, language) => {
      const file = join(folder, 'code', nameOfCode(code, language));
      return existsSync(file) ? readFileSync(file, 'utf8') : escapeMarkup(code);
    },
  };
}

/** The file that keeps the colours of a block. */
export const nameOfCode = (code: string, language: string): string =>
  createHash('sha256').update(`${language}\n${code}`).digest('hex').slice(0, 32);
