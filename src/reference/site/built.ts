// Built by setup/dashboard.sh for /docs: highlighted code, scripts, search index. Pages also work without them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';

/** A folder for each build, and the name of the current one in a file. */
const builds = join(import.meta.dirname, '..', '..', '..', '.runtime', 'docs');

export interface Built {
  name: string;
  /** Scripts and indexes, with compressed copies. */
  assets: string;
  /** Code as HTML with a class for each kind of token; without colours where the build does not know it. */
  colour: (code: string, language: string) => string;
}

/** Null where nothing has been built. */
export function currentBuild(): Built | null {
  const current = join(builds, 'current');
  if (!existsSync(current)) return null;
  const name = readFileSync(current, 'utf8').trim();
  const folder = join(builds, name);
  if (!existsSync(join(folder, 'assets'))) return null;
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
