// The tools that change a PDF's structure, in the sandbox, against spawning qpdf bare for the same: one page, and hundreds.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { textPdf } from './support/documents.ts';
import { stampPdf } from './support/stamp-pdf.ts';
import { median } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

const execute = promisify(execFile);
const many = 500;

interface Case {
  name: string;
  atMost: number;
  tool: string;
  files: readonly string[];
  fields?: Record<string, string>;
  qpdf: readonly string[];
}

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const bareOutput = join(folder.path, 'bare.pdf');
  const figures: Figure[] = [];
  for (const { name, atMost, tool: id, files, fields = {}, qpdf } of await cases(folder.path)) {
    const tool = tools.find((candidate) => candidate.id === id);
    if (tool === undefined) throw new Error(id);
    const job = join(folder.path, 'job');
    const arrive = async () => {
      await rm(job, { recursive: true, force: true });
      await mkdir(job, { mode: 0o755 });
      for (const [n, file] of files.entries()) await copyFile(file, join(job, `input-${n}`));
    };
    const ours = () => {
      const arrivals = files.map((_, n) => ({ path: join(job, `input-${n}`), name: `${n}.pdf` }));
      const output = join(job, 'result.pdf');
      return convert({ tool, arrivals, fields, output, timeoutMs: 60_000 }, folder.engines);
    };
    const theirs = () => execute('qpdf', [...qpdf, bareOutput]);
    const times = await interleaved({ ours, theirs }, quick ? 5 : 15, arrive);
    figures.push({
      name,
      value: median(times.ours) / median(times.theirs),
      unit: '× bare qpdf',
      goal: { atMost },
      note: `${median(times.ours).toFixed(1)} ms against ${median(times.theirs).toFixed(1)} ms`,
    });
  }
  return figures;
}

async function cases(folder: string): Promise<Case[]> {
  const one = await textPdf(folder, 'one', 1);
  const long = await textPdf(folder, 'long', many);
  const book = await textPdf(folder, 'book', 59);
  const parts: string[] = [];
  for (let n = 0; n < 20; n++) parts.push(await textPdf(folder, `part-${n}`, 15 + n));
  const perSize = await Promise.all([
    ofOneFile(folder, one, 'one page', 1),
    ofOneFile(folder, long, '500 pages', many),
  ]);
  return [
    ...perSize.flat(),
    {
      name: 'extract, 20 of 59 pages',
      atMost: 1.3,
      tool: 'extract-pages',
      files: [book],
      fields: { ranges: '20-39' },
      qpdf: ['--empty', '--pages', book, '20-39', '--'],
    },
    {
      name: 'extract, 250 of 500 pages',
      atMost: 1.3,
      tool: 'extract-pages',
      files: [long],
      fields: { ranges: '1-250' },
      qpdf: ['--empty', '--pages', long, '1-250', '--'],
    },
    {
      name: 'merge, 20 files',
      atMost: 1.3,
      tool: 'merge-pdf',
      files: parts,
      qpdf: ['--empty', '--pages', ...parts, '--'],
    },
  ];
}

async function ofOneFile(folder: string, file: string, size: string, pages: number): Promise<Case[]> {
  const encryption = ['--encrypt', 'secret', 'owner', '256', '--'];
  const locked = join(folder, `locked-${pages}.pdf`);
  await execute('qpdf', [...encryption, file, locked]);
  const diagonal = '34 34 -34 34 140 250';
  const mark = await stampPdf(folder, `mark-${pages}`, ['CONFIDENTIAL'], diagonal);
  const texts = Array.from({ length: pages }, (_, n) => `${n + 1} / ${pages}`);
  const numbers = await stampPdf(folder, `numbers-${pages}`, texts, '10 0 0 10 280 28');
  return [
    {
      name: `rotate, ${size}`,
      atMost: 0.8,
      tool: 'rotate-pdf',
      files: [file],
      fields: { rotation: '90' },
      qpdf: ['--rotate=+90:1-z', file],
    },
    {
      name: `protect, ${size}`,
      atMost: 0.8,
      tool: 'protect-pdf',
      files: [file],
      fields: { password: 'secret' },
      qpdf: [...encryption, file],
    },
    {
      name: `unlock, ${size}`,
      atMost: 0.8,
      tool: 'unlock-pdf',
      files: [locked],
      fields: { password: 'secret' },
      qpdf: ['--decrypt', '--password=secret', locked],
    },
    {
      name: `watermark, ${size}`,
      atMost: 2,
      tool: 'watermark-pdf',
      files: [file],
      fields: { text: 'CONFIDENTIAL' },
      qpdf: ['--overlay', mark, '--repeat=1', '--', file],
    },
    {
      name: `page numbers, ${size}`,
      atMost: 2,
      tool: 'page-numbers-pdf',
      files: [file],
      qpdf: ['--overlay', numbers, '--', file],
    },
  ];
}
