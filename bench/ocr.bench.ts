// Text for scanned pages, beside OCRmyPDF (Debian: ocrmypdf) with as many jobs as there are cores: errors, time, bytes that the text
// adds, and whether it is under its pictures. The scans are made here from pages whose text is known.
import { execFile } from 'node:child_process';
import { copyFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { readDocument } from '../test/support/pdf-graph.ts';
import { nameOf, papers, type Paper } from './ocr/papers.ts';
import { scanned } from './ocr/scan.ts';
import { scoreOf, type Score } from './ocr/score.ts';
import { geometricMean, quantile } from './support/statistics.ts';
import { benchFolder, type BenchFolder } from './support/workbench.ts';

const execute = promisify(execFile);
const timeoutMs = 600_000;

interface Outcome extends Score {
  /** Of the fastest round. */
  seconds: number;
  bytesAdded: number;
  /** Their bytes, as a share of those of the scan. */
  pictures: number;
}

interface Row {
  paper: Paper;
  platen: Outcome;
  ocrmypdf: Outcome | null;
}

type Recognise = (input: string, output: string, language: string) => Promise<unknown>;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const peer = await ocrmypdfVersion();
  if (peer === null) process.stderr.write('OCRmyPDF is not installed: the figures are those of Platen alone\n');
  const rows: Row[] = [];
  for (const [n, paper] of papers.entries()) {
    if (quick && paper.isQuick !== true) continue;
    const row = await compare(paper, `scan-${n}`, folder, { hasPeer: peer !== null, rounds: quick ? 1 : 2 });
    process.stderr.write(`${describe(row)}\n`);
    rows.push(row);
  }
  return figuresOf(rows, peer);
}

const ocrmypdfVersion = (): Promise<string | null> =>
  execute('ocrmypdf', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

async function compare(
  paper: Paper,
  name: string,
  folder: BenchFolder,
  { hasPeer, rounds }: { hasPeer: boolean; rounds: number },
): Promise<Row> {
  const scan = await scanned(paper, name, folder);
  const contestants: [string, Recognise][] = [['platen', byPlaten(folder)]];
  if (hasPeer) contestants.push(['ocrmypdf', byOcrmypdf]);
  const [input, output] = [join(folder.path, 'input'), (by: string) => join(folder.path, `${name}-${by}.pdf`)];
  const seconds = new Map<string, number>();
  for (let round = 0; round < rounds; round++)
    for (const [by, recognise] of contestants) {
      await copyFile(scan.path, input);
      const began = performance.now();
      await recognise(input, output(by), paper.language);
      seconds.set(by, Math.min(seconds.get(by) ?? Number.POSITIVE_INFINITY, (performance.now() - began) / 1000));
    }
  const outcome = async (by: string): Promise<Outcome> => ({
    ...(await scoreOf(scan, output(by))),
    seconds: seconds.get(by) ?? Number.NaN,
    bytesAdded: (await stat(output(by))).size - (await stat(scan.path)).size,
    pictures: (await pictureBytes(output(by))) / (await pictureBytes(scan.path)),
  });
  return { paper, platen: await outcome('platen'), ocrmypdf: hasPeer ? await outcome('ocrmypdf') : null };
}

async function pictureBytes(pdf: string): Promise<number> {
  const document = await readDocument(pdf);
  const pictures = [...document.dictionaries()].filter((one) => document.name(one['/Subtype']) === '/Image');
  return sum(pictures.map((picture) => document.number(picture['/Length']) ?? 0));
}

function byPlaten({ engines }: BenchFolder): Recognise {
  const tool = tools.find(({ id }) => id === 'ocr-pdf');
  if (tool === undefined) throw new Error('no ocr-pdf');
  return (path, output, languages) =>
    convert(
      { tool, arrivals: [{ path, name: 'a.pdf' }], fields: { languages, rotate: 'on' }, output, timeoutMs },
      engines,
    );
}

const byOcrmypdf: Recognise = (input, output, language) =>
  execute(
    'ocrmypdf',
    [
      '--quiet',
      '--rotate-pages',
      '--output-type',
      'pdf',
      '-l',
      language,
      '--jobs',
      String(availableParallelism()),
      input,
      output,
    ],
    { timeout: timeoutMs },
  );

function describe({ paper, platen, ocrmypdf }: Row): string {
  const beside = (of: (outcome: Outcome) => string) =>
    of(platen).padStart(6) + (ocrmypdf === null ? '' : ` (${of(ocrmypdf)})`);
  return [
    nameOf(paper).padEnd(36),
    `wrong words ${beside(({ wordErrors }) => percent(wordErrors))} %`,
    `letters ${beside(({ letterErrors }) => percent(letterErrors))} %`,
    `${beside(({ seconds }) => seconds.toFixed(2))} s`,
    `${beside(({ bytesAdded }) => (bytesAdded / 1000).toFixed(1))} kB more`,
    `${beside(({ distances }) => quantile(distances, 0.5).toFixed(2))} pt off`,
    `upright ${beside(({ upright, pages }) => `${upright}/${pages}`)}`,
  ].join('  ');
}

const percent = (share: number) => (share * 100).toFixed(2);

/** A figure that each tool has by itself. */
interface Measure extends Omit<Figure, 'value' | 'note'> {
  of: (outcomes: readonly Outcome[]) => number;
}

const wrongWords = (outcomes: readonly Outcome[]) => 100 * mean(outcomes.map(({ wordErrors }) => wordErrors));
const wrongLetters = (outcomes: readonly Outcome[]) => 100 * mean(outcomes.map(({ letterErrors }) => letterErrors));
const pages = (outcomes: readonly Outcome[]) => sum(outcomes.map((one) => one.pages));
const distance = (outcomes: readonly Outcome[], q: number) =>
  quantile(
    outcomes.flatMap(({ distances }) => distances),
    q,
  );

const measures: readonly Measure[] = [
  { name: 'wrong words, mean', unit: '%', of: wrongWords },
  { name: 'wrong letters, mean', unit: '%', of: wrongLetters },
  { name: 'words from their pictures, median', unit: 'points', of: (outcomes) => distance(outcomes, 0.5) },
  {
    name: 'words from their pictures, 95th percentile',
    unit: 'points',
    of: (outcomes) => distance(outcomes, 0.95),
    goal: { atMost: 3 },
  },
  {
    name: 'pages upright',
    unit: '%',
    of: (outcomes) => (100 * sum(outcomes.map(({ upright }) => upright))) / pages(outcomes),
    goal: { atLeast: 100 },
  },
  {
    name: 'bytes added, mean',
    unit: 'kB a page',
    of: (outcomes) => sum(outcomes.map(({ bytesAdded }) => bytesAdded)) / 1000 / pages(outcomes),
  },
  {
    name: 'bytes of pictures, most',
    unit: '× the scan',
    of: (outcomes) => Math.max(...outcomes.map(({ pictures }) => pictures)),
    goal: { atMost: 1 },
  },
];

function figuresOf(rows: readonly Row[], peer: string | null): Figure[] {
  const figures = measures.map(({ of, ...figure }): Figure => ({
    ...figure,
    value: of(ours(rows)),
    ...(peer === null ? {} : { note: `OCRmyPDF ${peer}: ${of(theirs(rows)).toFixed(2)}` }),
  }));
  if (peer === null) return figures;
  const time = (chosen: readonly Row[]) =>
    geometricMean(chosen.map(({ platen, ocrmypdf }) => platen.seconds / (ocrmypdf?.seconds ?? Number.NaN)));
  const hasSeveral = ({ paper }: Row) => paper.pages !== undefined;
  // A page that a tool leaves on its side counts as not upright: its words would outweigh the errors of all others.
  const legible = rows.filter((row) => [...ours([row]), ...theirs([row])].every((one) => one.upright === one.pages));
  const ratios: [string, number, number][] = [
    ['wrong words, where both are upright', wrongWords(ours(legible)) / wrongWords(theirs(legible)), 1],
    ['time, one page', time(rows.filter((row) => !hasSeveral(row))), 0.8],
    ['time, several pages', time(rows.filter(hasSeveral)), 0.8],
  ];
  return [
    ...figures,
    ...ratios.map(([name, value, atMost]) => ({ name, value, unit: '× OCRmyPDF', goal: { atMost } })),
  ];
}

const ours = (rows: readonly Row[]) => rows.map(({ platen }) => platen);
const theirs = (rows: readonly Row[]) => rows.flatMap(({ ocrmypdf }) => ocrmypdf ?? []);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
