// Papers printed as PDFs with text, and scanned: PDFs of pictures alone.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { convert } from '#conversion/standalone.ts';
import { htmlToPdf } from '#conversion/tools/html-to-pdf.ts';
import { wordsOf, type Word } from '../office-likeness/words.ts';
import type { BenchFolder } from '../support/workbench.ts';
import { htmlOf, type Paper } from './papers.ts';

const execute = promisify(execFile);

export interface Scan {
  paper: Paper;
  /** The PDF of pictures. */
  path: string;
  /** The PDF that was drawn, upright and straight. */
  print: string;
  /** What each page says, in reading order, and where it says so if the page is upright. */
  words: Word[][];
  /** Of an upright page, in points. */
  width: number;
  height: number;
}

export async function scanned(paper: Paper, name: string, { path: folder, engines }: BenchFolder): Promise<Scan> {
  const inFolder = (ending: string) => join(folder, `${name}${ending}`);
  const [html, print, path] = [inFolder('.html'), inFolder('-print.pdf'), inFolder('.pdf')];
  await writeFile(html, htmlOf(paper));
  const arrivals = [{ path: html, name: 'a.html' }];
  await convert({ tool: htmlToPdf, arrivals, fields: {}, output: print, timeoutMs: 60_000 }, engines);
  await execute('pdftoppm', ['-r', String(paper.dpi), '-gray', '-png', print, inFolder('')]);
  const pages = await wordsOf(print, 'stream');
  if (pages.length !== (paper.pages ?? 1)) throw new Error(`${name} was printed on ${pages.length} pages`);
  const scans: string[] = [];
  const size = { width: 0, height: 0 };
  for (let page = 1; page <= pages.length; page++) {
    const drawn = sharp(inFolder(`-${page}.png`));
    const { width, height } = await drawn.metadata();
    Object.assign(size, { width: (width * 72) / paper.dpi, height: (height * 72) / paper.dpi });
    const picture = inFolder(`-scan-${page}.${paper.isBilevel === true ? 'png' : 'jpg'}`);
    await encoded(await asItLay(drawn, paper), paper).toFile(picture);
    scans.push(inFolder(`-${page}.pdf`));
    await engines.documents.imageToPdf(picture, scans.at(-1) ?? '');
  }
  await using job = await engines.pdf.begin(new AbortController().signal);
  for (const scan of scans) await job.open(scan);
  await job.write(await job.join(), path);
  const words = pages.map((page) => page.map((word) => skewed(word, paper.skew ?? 0, size)));
  return { paper, path, print, words, ...size };
}

/** The page in the scanner: skewed about its middle, then turned; then with the noise of the sensor. */
async function asItLay(drawn: Sharp, { skew, turn, hasNoise }: Paper): Promise<Sharp> {
  const { width, height } = await drawn.metadata();
  const wide = await pixelsOf(drawn.rotate(skew ?? 0, { background: '#fff' }));
  const outer = await wide.metadata();
  const place = { left: Math.round((outer.width - width) / 2), top: Math.round((outer.height - height) / 2) };
  const turned = await pixelsOf((await pixelsOf(wide.extract({ ...place, width, height }))).rotate(turn ?? 0));
  if (hasNoise !== true) return turned;
  const { data, info: size } = await turned.blur(0.7).raw().toBuffer({ resolveWithObject: true });
  const random = normal(7);
  // Grey paper, dark grey ink.
  for (let n = 0; n < data.length; n++)
    data[n] = Math.max(0, Math.min(255, 35 + (data[n] ?? 0) * 0.78 + 16 * random()));
  return ofPixels(data, size);
}

/** The steps until here, done: sharp has an order of its own for those of one call. */
async function pixelsOf(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return ofPixels(data, info);
}

const ofPixels = (data: Buffer, { width, height }: { width: number; height: number }): Sharp =>
  sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');

function encoded(picture: Sharp, { dpi, isBilevel }: Paper): Sharp {
  const measured = picture.withMetadata({ density: dpi });
  return isBilevel === true
    ? measured.threshold(150).png({ palette: true, colours: 2, dither: 0 })
    : measured.jpeg({ quality: 75 });
}

function skewed(word: Word, degrees: number, { width, height }: { width: number; height: number }): Word {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [word.centre - width / 2, word.middle - height / 2];
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return { ...word, centre: width / 2 + x * cosine - y * sine, middle: height / 2 + x * sine + y * cosine };
}

/** Numbers of a normal distribution (Box and Muller 1958), the same in every run (Park and Miller 1988). */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
