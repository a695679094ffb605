// rotate, extract, protect and merge in the sandbox, against spawning qpdf bare for the same.
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#cli/bench.ts';
import { convert } from '#conversion/convert.ts';
import { tools } from '#conversion/tools/index.ts';
import { textPdf } from './support/documents.ts';
import { median } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

const execute = promisify(execFile);

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const long = await textPdf(folder.path, 'long', 500);
  const short = await textPdf(folder.path, 'short', 25);
  const output = join(folder.path, 'result.pdf');
  const bare = (...args: string[]) => execute('qpdf', [...args, output]);
  const platen = async (id: string, files: readonly string[], fields: Record<string, string> = {}) => {
    const tool = tools.find((candidate) => candidate.id === id);
    if (tool === undefined) throw new Error(id);
    const arrivals = await Promise.all(
      files.map(async (file, n) => {
        const path = join(folder.path, `input-${n}`);
        await copyFile(file, path);
        return { path, name: `${n}.pdf` };
      }),
    );
    await convert({ tool, arrivals, fields, output, timeoutMs: 60_000 }, folder.engines);
  };
  // Files of their own: qpdf would open one that is named twenty times only once.
  const twenty = Array.from({ length: 20 }, (_, n) => join(folder.path, `part-${n}.pdf`));
  for (const file of twenty) await copyFile(short, file);
  const cases = [
    [
      'rotate, 500 pages',
      1.15,
      () => platen('rotate-pdf', [long], { rotation: '90' }),
      () => bare('--rotate=+90:1-z', long),
    ],
    [
      'protect, 500 pages',
      1.15,
      () => platen('protect-pdf', [long], { password: 'secret' }),
      () => bare('--encrypt', 'secret', 'owner', '256', '--', long),
    ],
    [
      'extract, 250 of 500 pages',
      1.5,
      () => platen('extract-pages', [long], { ranges: '1-250' }),
      () => bare('--empty', '--pages', long, '1-250', '--'),
    ],
    [
      'merge, 20 files of 25 pages',
      1.5,
      () => platen('merge-pdf', twenty),
      () => bare('--empty', '--pages', ...twenty, '--'),
    ],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, goal, ours, theirs] of cases) {
    const times = await interleaved({ ours, theirs }, quick ? 5 : 15);
    figures.push({
      name,
      value: median(times.ours) / median(times.theirs),
      unit: '× bare qpdf',
      goal: { atMost: goal },
      note: `${Math.round(median(times.ours))} ms against ${Math.round(median(times.theirs))} ms`,
    });
  }
  return figures;
}
