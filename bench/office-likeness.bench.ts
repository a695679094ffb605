// How close Platen and a LibreOffice started for each document come to what Word, Excel and PowerPoint printed. Pairs of the folder
// PLATEN_BENCH_OFFICE (NAME.docx beside NAME.pdf, at any depth) that corpus.tsv names with the repositories they are from.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { likeness, type Likeness } from './office-likeness/likeness.ts';
import { listed } from './support/corpus.ts';
import { median } from './support/statistics.ts';
import { benchFolder, type BenchFolder } from './support/workbench.ts';

const execute = promisify(execFile);
const timeout = 120_000;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const given = process.env['PLATEN_BENCH_OFFICE'];
  if (given === undefined) throw new Error('PLATEN_BENCH_OFFICE names the folder with the pairs of bench/corpus.tsv.');
  await using folder = await benchFolder();
  await folder.engines.libreoffice.settled();
  const pairs = await pairsIn(given);
  const scores: Score[] = [];
  for (const type of new Set(pairs.map((pair) => pair.type)))
    for (const pair of pairs.filter((one) => one.type === type).slice(0, quick ? 3 : undefined))
      scores.push(await scored(pair, folder));
  const types = [...new Set(scores.map(({ type }) => type))];
  return [...types, 'all'].flatMap((type) =>
    figuresOf(type, type === 'all' ? scores : scores.filter((score) => score.type === type)),
  );
}

interface Pair {
  type: string;
  document: string;
  office: string;
}

async function pairsIn(folder: string): Promise<Pair[]> {
  const known = new Set(listed('office').map(({ name }) => name));
  const paths = (await readdir(folder, { recursive: true })).toSorted().map((path) => join(folder, path));
  return paths
    .filter((path) => known.has(basename(path)) && paths.includes(path.replace(/\.\w+$/, '.pdf')))
    .map((document) => ({
      type: extname(document).slice(1),
      document,
      office: document.replace(/\.\w+$/, '.pdf'),
    }));
}

/** Null where nothing was made. */
interface Attempt {
  likeness: Likeness | null;
  ms: number;
}

interface Score {
  type: string;
  platen: Attempt;
  cold: Attempt;
}

/** One after the other, so that both find the machine in the same state. */
async function scored({ type, document, office }: Pair, folder: BenchFolder): Promise<Score> {
  const attempt = async (make: () => Promise<string>): Promise<Attempt> => {
    const began = performance.now();
    const made = await make().catch(() => null);
    const ms = performance.now() - began;
    return { likeness: made === null ? null : await likeness(office, made), ms };
  };
  return {
    type,
    platen: await attempt(() => byPlaten(document, folder)),
    cold: await attempt(() => byLibreOffice(document, folder.path)),
  };
}

async function byPlaten(document: string, { path, engines }: BenchFolder): Promise<string> {
  const [input, output] = [join(path, 'input'), join(path, 'ours.pdf')];
  await copyFile(document, input);
  await rm(output, { force: true });
  const arrivals = [{ path: input, name: basename(document) }];
  await convert({ tool: officeToPdf, arrivals, fields: {}, output, timeoutMs: timeout }, engines);
  return output;
}

/** As a user would do it: one call with a profile that exists. */
async function byLibreOffice(document: string, folder: string): Promise<string> {
  const out = join(folder, 'cold');
  await rm(out, { recursive: true, force: true });
  await mkdir(out);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await execute('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, document], { timeout });
  const [made = ''] = await readdir(out);
  return join(out, made);
}

const measures = {
  samePages: 'same number of pages',
  onPage: 'words on their page',
  nearby: 'words within 6 pt',
  similarity: 'SSIM of pages',
} as const satisfies Record<keyof Likeness, string>;

/** Percent. */
const goals: Readonly<Record<string, Partial<Record<keyof Likeness, number>>>> = {
  docx: { samePages: 97, onPage: 97, nearby: 80, similarity: 87 },
  pptx: { nearby: 88 },
  xlsx: { onPage: 96, nearby: 50 },
};

function figuresOf(type: string, scores: readonly Score[]): Figure[] {
  const attempts = (who: 'platen' | 'cold') => scores.map((score) => score[who]);
  const mean = (who: 'platen' | 'cold', key: keyof Likeness) => {
    const values = attempts(who)
      .flatMap((attempt) => attempt.likeness?.[key] ?? [])
      .filter((value) => !Number.isNaN(value));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const failed = (who: 'platen' | 'cold') => attempts(who).filter((attempt) => attempt.likeness === null).length;
  const time = (who: 'platen' | 'cold') => median(attempts(who).map(({ ms }) => ms));
  const figures = (Object.keys(measures) as (keyof Likeness)[]).map((key): Figure => {
    const goal = goals[type]?.[key];
    return {
      name: `${type}, ${measures[key]}`,
      value: 100 * mean('platen', key),
      unit: '%',
      ...(goal === undefined ? {} : { goal: { atLeast: goal } }),
      note: `cold LibreOffice ${(100 * mean('cold', key)).toFixed(1)} %`,
    };
  });
  return [
    ...figures,
    {
      name: `${type}, time of ${scores.length}`,
      value: time('platen') / time('cold'),
      unit: '× cold LibreOffice',
      note: `p50 ${time('platen').toFixed(0)} ms and ${time('cold').toFixed(0)} ms; failed ${failed('platen')} and ${failed('cold')}`,
    },
  ];
}
