// Finds programs that conversions need but are missing, even if they were installed before.
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { requirements } from './requirements.ts';

/** Returns the names of missing programs, searched like the system does; those in `except` are not needed here. */
export async function missingPrograms(except: readonly string[] = []): Promise<string[]> {
  const programs = [...new Set(requirements.map(({ program }) => program))].filter((name) => !except.includes(name));
  const found = await Promise.all(programs.map(isThere));
  return programs.filter((_, n) => found[n] === false);
}

async function isThere(program: string): Promise<boolean> {
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  const tries = folders.map((folder) =>
    access(folder === '' ? program : join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(tries)).includes(true);
}
