// What `./platen setup` builds beside the code (setup/dashboard.sh): a folder for each build, and the name of the current one in a file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const runtime = join(import.meta.dirname, '..', '..', '.runtime');

/** Asks until there is something, which is then kept. */
export function onceFound<Found>(find: () => Found | null): () => Found | null {
  let found: Found | null = null;
  return () => (found ??= find());
}

/** The folder of the current build and its name, null where nothing has been built. */
export function currentBuild(what: 'dashboard' | 'docs' | 'clients'): { name: string; folder: string } | null {
  const current = join(runtime, what, 'current');
  if (!existsSync(current)) return null;
  const name = readFileSync(current, 'utf8').trim();
  const folder = join(runtime, what, name);
  return existsSync(folder) ? { name, folder } : null;
}
