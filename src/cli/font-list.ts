// ./platen doctor --fonts: the font families of this machine, and the substitutes for common ones.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '#config';
import { sandboxFonts } from '#conversion/metric-fonts/configure.ts';
import { families, lookalikes, predecessors } from '#conversion/metric-fonts/families.ts';

const execute = promisify(execFile);

/** The fonts that documents of Word, Excel and PowerPoint name most, and families of the same widths, if any. */
const often: Record<string, readonly string[]> = {
  Calibri: ['Carlito'],
  Arial: ['Liberation Sans'],
  'Times New Roman': ['Liberation Serif'],
  'Courier New': ['Liberation Mono'],
  ...Object.fromEntries(Object.entries(predecessors).map(([name, as]) => [name, [as]])),
  ...Object.fromEntries(
    families.flatMap(({ names, as, hasUnknownWidths }) =>
      names.map((name) => [name, hasUnknownWidths === true ? [] : [as]]),
    ),
  ),
  ...Object.fromEntries(Object.keys(lookalikes).map((name) => [name, []])),
};

/** A fontconfig pattern for a family, with its name escaped. */
const pattern = (family: string): string => `:family=${family.replaceAll(/[-:,\\]/g, String.raw`\$&`)}`;

export async function fontList(): Promise<string> {
  const config = loadConfig(process.env);
  const scratch = await mkdtemp(join(tmpdir(), 'platen-'));
  try {
    const env = { ...process.env, ...sandboxFonts(config.fonts, scratch)?.env };
    const { stdout } = await execute('fc-list', ['--format', '%{family[0]}\n'], { env, maxBuffer: 16 << 20 });
    const listed = [...new Set(stdout.split('\n').filter((name) => name !== ''))].sort((a, b) => a.localeCompare(b));
    const known = new Set(listed);
    const rows = await Promise.all(
      Object.entries(often).map(async ([name, alike]) => {
        if (known.has(name)) return [name, 'installed'];
        const match = await execute('fc-match', ['--format', '%{family[0]}', pattern(name)], { env });
        return [name, `${match.stdout}, ${alike.includes(match.stdout) ? 'the same' : 'other'} widths`];
      }),
    );
    const longest = Math.max(...rows.map(([name = '']) => name.length));
    return [
      `Families that are installed here (${listed.length}${config.fonts === undefined ? '' : `, with those of ${config.fonts}`}):`,
      ...listed.map((name) => `  ${name}`),
      '',
      'Common families, and their substitutes:',
      ...rows.map(([name = '', used]) => `  ${name.padEnd(longest)} ${used}`),
      '',
    ].join('\n');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
