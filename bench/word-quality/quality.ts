// What Word documents keep of documents that are made here: printed in four ways, converted back, and compared with what they were;
// and how many text boxes they have. PDFs of the folder PLATEN_BENCH_PDFS have their text boxes counted, too.
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFailure } from '#core/failure.ts';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { graphOf } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { convertToWord } from '#conversion/word/pdf-to-docx.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { readObjects } from '../../test/support/pdf-graph.ts';
import { temporaryFolder } from '../support/workbench.ts';
import { truthOf } from './content.ts';
import { papers } from './papers.ts';
import { printed } from './print.ts';
import { contentOf } from './read-back.ts';
import { type Feature, features, scored } from './score.ts';

interface Score {
  name: string;
  by: string;
  features: Map<Feature, number>;
}

/** The score of each feature by who printed the document, and of everything. */
export async function quality({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await temporaryFolder();
  pdfium.init();
  const prints = await printed(quick ? papers.filter((_, n) => n % 4 === 0) : papers, folder.path);
  const scores: Score[] = [];
  const boxes = new Map<string, number>();
  const docx = join(folder.path, 'word.docx');
  for (const { paper, by, path } of prints) {
    await convertToWord(path, graphOf(await readObjects(path)), createWriteStream(docx));
    scores.push({ name: paper.name, by, features: scored(await contentOf(docx), truthOf(paper)) });
    boxes.set(`${paper.name} (${by})`, await boxesIn(docx));
  }
  for (const path of await given())
    if (await isConverted(path, docx)) boxes.set(basename(path, '.pdf'), await boxesIn(docx));
  const ways = [...Map.groupBy(scores, ({ by }) => by)];
  return [
    ...ways.flatMap(([by, own]) => features.flatMap((feature) => featureFigure(by, own, feature))),
    ...ways.map(([by, own]) => figure(`${by}: all`, mean(own.map(scoreOf)), worst(own, scoreOf))),
    figure('all', mean(scores.map(scoreOf))),
    boxFigure(boxes),
  ];
}

/** The documents with text in boxes: forms, slides, and drawings with labels. */
function boxFigure(boxes: ReadonlyMap<string, number>): Figure {
  const having = [...boxes].filter(([, count]) => count > 0);
  return {
    name: `documents of ${boxes.size} with text boxes`,
    value: having.length,
    unit: 'documents',
    isExact: true,
    note: having.length === 0 ? 'none' : having.map(([name, count]) => `${name}: ${count}`).join('; '),
  };
}

/** The text boxes and frames of a document. */
async function boxesIn(docx: string): Promise<number> {
  const xml = await withZip(docx, async (zip) => await zip.readWhole('word/document.xml', maxPartBytes));
  return xml?.toString('utf8').match(/<w:txbxContent>|<w:framePr /g)?.length ?? 0;
}

const maxPartBytes = 256 << 20;

/** The PDFs named in the environment. */
async function given(): Promise<string[]> {
  const folder = process.env['PLATEN_BENCH_PDFS'];
  if (folder === undefined) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
  return names.toSorted().map((name) => join(folder, name));
}

/** Whether a PDF has become a Word document: scans are refused. */
async function isConverted(path: string, docx: string): Promise<boolean> {
  try {
    await convertToWord(path, graphOf(await readObjects(path)), createWriteStream(docx));
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}

function featureFigure(by: string, scores: readonly Score[], feature: Feature): Figure[] {
  const own = scores.filter((score) => score.features.has(feature));
  const of = (score: Score) => score.features.get(feature) ?? 0;
  return own.length === 0 ? [] : [figure(`${by}: ${feature}`, mean(own.map(of)), worst(own, of))];
}

const figure = (name: string, value: number, note?: string): Figure => ({
  name,
  value: value * 100,
  unit: '%',
  isExact: true,
  ...(note === undefined ? {} : { note }),
});

const scoreOf = (score: Score): number => mean([...score.features.values()]);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The document with the lowest score. */
function worst(scores: readonly Score[], of: (score: Score) => number): string {
  const [lowest] = scores.toSorted((a, b) => of(a) - of(b));
  return lowest === undefined || of(lowest) === 1
    ? 'all the same'
    : `least: ${lowest.name}, ${(of(lowest) * 100).toFixed(0)} %`;
}
