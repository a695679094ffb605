// How close a PDF comes to the one that Office printed of the same document.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { wordsOf, type Word } from './words.ts';

const execute = promisify(execFile);

export interface Likeness {
  /** 1 where both have as many pages. */
  samePages: number;
  /** Of Office's words, those on the page with the same number; NaN where it has no words. */
  onPage: number;
  /** The share of Office's words that are within 6 points of their position in Office. */
  nearby: number;
  /** Structural similarity of the pages, on average; a page that one of them lacks counts as 0. */
  similarity: number;
}

const reach = 6;

export async function likeness(office: string, made: string): Promise<Likeness> {
  const [wanted, found] = [await wordsOf(office), await wordsOf(made)];
  const total = wanted.reduce((sum, words) => sum + words.length, 0);
  const share = (count: (wanted: Map<string, Word[]>, found: Map<string, Word[]>) => number) =>
    wanted.reduce((sum, words, page) => sum + count(byText(words), byText(found[page] ?? [])), 0) / total;
  return {
    samePages: wanted.length === found.length ? 1 : 0,
    onPage: share(inCommon),
    nearby: share(inReach),
    similarity: await similarityOf(office, made),
  };
}

function byText(words: readonly Word[]): Map<string, Word[]> {
  const places = new Map<string, Word[]>();
  for (const word of words) {
    const same = places.get(word.text);
    if (same === undefined) places.set(word.text, [word]);
    else same.push(word);
  }
  return places;
}

const inCommon = (wanted: ReadonlyMap<string, Word[]>, found: ReadonlyMap<string, Word[]>): number =>
  [...wanted].reduce((sum, [text, words]) => sum + Math.min(words.length, found.get(text)?.length ?? 0), 0);

/** Each word is taken once, the closest first. */
function inReach(wanted: ReadonlyMap<string, Word[]>, found: ReadonlyMap<string, Word[]>): number {
  let count = 0;
  for (const [text, words] of wanted) {
    const others = found.get(text) ?? [];
    const pairs = words
      .flatMap((word) =>
        others.map((other) => ({
          word,
          other,
          distance: Math.hypot(word.left - other.left, word.middle - other.middle),
        })),
      )
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance);
    const taken = new Set<Word>();
    for (const { word, other } of pairs) {
      if (taken.has(word) || taken.has(other)) continue;
      taken.add(word).add(other);
      count += 1;
    }
  }
  return count;
}

interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}

const dpi = 50;

async function similarityOf(office: string, made: string): Promise<number> {
  const [a, b] = [await picturesOf(office), await picturesOf(made)];
  const pages = Math.max(a.length, b.length);
  let sum = 0;
  for (let page = 0; page < pages; page++) {
    const [left, right] = [a[page], b[page]];
    if (left !== undefined && right !== undefined) sum += similarity(left, right);
  }
  return sum / Math.max(pages, 1);
}

/** PGM pictures, one after the other. */
async function picturesOf(pdf: string): Promise<Picture[]> {
  const args = ['-q', '-r', String(dpi), '-gray', pdf];
  const { stdout } = await execute('pdftoppm', args, { encoding: 'buffer', maxBuffer: 1 << 30 });
  const pictures: Picture[] = [];
  for (let at = 0; at < stdout.length;) {
    const [head = '', width, height] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', at, at + 64))?.slice(0, 3) ?? [];
    if (head === '') throw new Error(`${pdf} has no pages to look at`);
    const picture = { width: Number(width), height: Number(height) };
    const [from, size] = [at + head.length, picture.width * picture.height];
    pictures.push({ ...picture, grey: stdout.subarray(from, from + size) });
    at = from + size;
  }
  return pictures;
}

const window = 7;
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Wang, Bovik, Sheikh, Simoncelli 2004, at every place of the window; the smaller page is filled up with white. */
function similarity(a: Picture, b: Picture): number {
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const [p, q] = [padded(a, width, height), padded(b, width, height)];
  const means = (values: (n: number) => number) => windowMeans(values, width, height);
  const [meanA, meanB] = [means((n) => p[n] ?? 0), means((n) => q[n] ?? 0)];
  const [squareA, squareB] = [means((n) => (p[n] ?? 0) ** 2), means((n) => (q[n] ?? 0) ** 2)];
  const product = means((n) => (p[n] ?? 0) * (q[n] ?? 0));
  const unbiased = window ** 2 / (window ** 2 - 1);
  let sum = 0;
  for (const [n, mean] of meanA.entries()) {
    const other = meanB[n] ?? 0;
    const varA = unbiased * ((squareA[n] ?? 0) - mean * mean);
    const varB = unbiased * ((squareB[n] ?? 0) - other * other);
    const covariance = unbiased * ((product[n] ?? 0) - mean * other);
    sum +=
      ((2 * mean * other + c1) * (2 * covariance + c2)) / ((mean * mean + other * other + c1) * (varA + varB + c2));
  }
  return sum / meanA.length;
}

function padded({ width, height, grey }: Picture, toWidth: number, toHeight: number): Uint8Array {
  const page = new Uint8Array(toWidth * toHeight).fill(255);
  for (let y = 0; y < height; y++) page.set(grey.subarray(y * width, (y + 1) * width), y * toWidth);
  return page;
}

/** The mean of every window, from sums of all that is above and left of a place. */
function windowMeans(values: (n: number) => number, width: number, height: number): Float64Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values(y * width + x);
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  const [across, down] = [width - window + 1, height - window + 1];
  const means = new Float64Array(Math.max(across, 0) * Math.max(down, 0));
  const at = (x: number, y: number) => sums[y * stride + x] ?? 0;
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      means[y * across + x] =
        (at(x + window, y + window) - at(x, y + window) - at(x + window, y) + at(x, y)) / window ** 2;
  return means;
}
