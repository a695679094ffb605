// What a PDF of recognised text has wrong: words, letters, their positions, and pages that do not read upright.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { pagesOf, visibleBox } from '#conversion/pdf/pages.ts';
import { applyPatch, readDocument } from '../../test/support/pdf-graph.ts';
import { wordsOf, type Word } from '../office-likeness/words.ts';
import { temporaryFolder } from '../support/workbench.ts';
import type { Scan } from './scan.ts';

const execute = promisify(execFile);
const turns = [0, 90, 180, 270] as const;
type Turn = (typeof turns)[number];

export interface Score {
  /** Shares of the words and letters that are wrong, missing or too many. */
  wordErrors: number;
  letterErrors: number;
  /** Points between the middle of each word and of its picture. */
  distances: number[];
  /** Pages, and those of them that read upright. */
  pages: number;
  upright: number;
}

export async function scoreOf(scan: Scan, result: string): Promise<Score> {
  // Readers differ in the order of blocks, and pdftotext parts the words of slanted lines: each page counts in the reading that suits
  // the tool best.
  const inReading = await wordsOf(result, 'reading');
  const readings = [inReading, await wordsOf(result, 'stream')];
  if (scan.paper.skew !== undefined) {
    const straight = await straightened(result, scan.paper.skew);
    readings.push(await wordsOf(straight, 'reading'), await wordsOf(straight, 'stream'));
  }
  const drawn = await turnsOf(scan.print, result);
  const score: Score = { wordErrors: 0, letterErrors: 0, distances: [], pages: scan.words.length, upright: 0 };
  let [words, letters] = [0, 0];
  for (const [page, wanted] of scan.words.entries()) {
    const found = readings.map((reading) => texts(reading[page] ?? []));
    const truth = texts(wanted);
    words += truth.length;
    letters += truth.join(' ').length;
    score.wordErrors += Math.min(...found.map((one) => edits(truth, one)));
    score.letterErrors += Math.min(...found.map((one) => edits([...truth.join(' ')], [...one.join(' ')])));
    const turn = drawn[page] ?? 0;
    if (turn === 0) score.upright += 1;
    score.distances.push(
      ...distances(
        wanted.map((word) => turned(word, turn, scan)),
        inReading[page] ?? [],
      ),
    );
  }
  return { ...score, wordErrors: score.wordErrors / words, letterErrors: score.letterErrors / letters };
}

/** The document with its pages turned about their middle, counter-clockwise. */
async function straightened(pdf: string, degrees: number): Promise<string> {
  const document = await readDocument(pdf);
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  for (const page of pagesOf(document)) {
    const [left, bottom, right, top] = visibleBox(document, page).box;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    const place = [x - cosine * x + sine * y, y - sine * x - cosine * y];
    const matrix = [cosine, sine, -sine, cosine, ...place].map((value) => value.toFixed(6)).join(' ');
    const content = page.dictionary['/Contents'] ?? null;
    const inner = Array.isArray(document.get(content)) ? document.array(content) : [content];
    const contents = [document.addStream({}, `q ${matrix} cm\n`), ...inner, document.addStream({}, '\nQ')];
    document.set(page.reference, { ...document.dictionary(page.reference), '/Contents': contents });
  }
  const output = `${pdf}.straight.pdf`;
  await applyPatch(pdf, output, document.patch);
  return output;
}

const texts = (words: readonly Word[]): string[] => words.map(({ text }) => text);

/** How many insertions, deletions and substitutions make one list of the other (Levenshtein 1966). */
function edits(from: readonly string[], to: readonly string[]): number {
  let row = Uint32Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [n, item] of from.entries()) {
    const next = new Uint32Array(row.length);
    next[0] = n + 1;
    for (let m = 1; m < row.length; m++) {
      const changed = (row[m - 1] ?? 0) + (item === to[m - 1] ? 0 : 1);
      next[m] = Math.min(changed, (row[m] ?? 0) + 1, (next[m - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Of words that are on the page once, so that there is no doubt which is which. */
function distances(wanted: readonly Word[], found: readonly Word[]): number[] {
  const places = single(found);
  return [...single(wanted)].flatMap(([text, { centre, middle }]) => {
    const place = places.get(text);
    return place === undefined ? [] : [Math.hypot(place.centre - centre, place.middle - middle)];
  });
}

function single(words: readonly Word[]): Map<string, Word> {
  const byText = Map.groupBy(words, ({ text }) => text);
  return new Map(
    [...byText].flatMap(([text, [word, other]]) => (word === undefined || other !== undefined ? [] : [[text, word]])),
  );
}

/** Where the word is if the upright page is turned clockwise. */
function turned(word: Word, turn: Turn, { width, height }: Scan): Word {
  const { centre: x, middle: y } = word;
  const places = { 0: [x, y], 90: [height - y, x], 180: [width - x, height - y], 270: [y, width - x] } as const;
  const [centre, middle] = places[turn];
  return { ...word, centre, middle };
}

/** How far each page of the result is turned from its print, as a reader draws both. */
async function turnsOf(print: string, result: string): Promise<Turn[]> {
  const [upright, drawn] = [await drawings(print), await drawings(result)];
  return Promise.all(
    drawn.map(async (page, n) => {
      const differences = await Promise.all(turns.map((turn) => difference(upright[n], page, turn)));
      return turns[differences.indexOf(Math.min(...differences))] ?? 0;
    }),
  );
}

/** The pages as small pictures, PNG. */
async function drawings(pdf: string): Promise<Buffer[]> {
  await using folder = await temporaryFolder();
  await execute('pdftoppm', ['-r', '36', '-gray', '-png', pdf, join(folder.path, 'page')]);
  const names = (await readdir(folder.path)).toSorted();
  return await Promise.all(names.map((name) => sharp(join(folder.path, name)).blur(1.5).png().toBuffer()));
}

/** The mean squared difference of one picture and of the other, turned; infinite if their formats differ. */
async function difference(upright: Buffer | undefined, page: Buffer, turn: Turn): Promise<number> {
  const { data, info } = await sharp(page).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const rotated = await sharp(upright).rotate(turn).toColourspace('b-w').png().toBuffer({ resolveWithObject: true });
  if (rotated.info.width > rotated.info.height !== width > height) return Number.POSITIVE_INFINITY;
  const other = await sharp(rotated.data).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
  return data.reduce((sum, value, n) => sum + (value - (other[n] ?? 0)) ** 2, 0) / data.length;
}
