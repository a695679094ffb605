// What Word documents keep of documents that are made here: printed in four ways, converted back, and held against what they were.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { graphOf } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { convertToWord } from '#conversion/word/pdf-to-docx.ts';
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
  for (const { paper, by, path } of prints) {
    const docx = join(folder.path, 'word.docx');
    await convertToWord(path, graphOf(await readObjects(path)), createWriteStream(docx));
    scores.push({ name: paper.name, by, features: scored(await contentOf(docx), truthOf(paper)) });
  }
  const ways = [...Map.groupBy(scores, ({ by }) => by)];
  return [
    ...ways.flatMap(([by, own]) => features.flatMap((feature) => featureFigure(by, own, feature))),
    ...ways.map(([by, own]) => figure(`${by}: all`, mean(own.map(scoreOf)), worst(own, scoreOf))),
    figure('all', mean(scores.map(scoreOf))),
  ];
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
