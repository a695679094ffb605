// Runs inside the sandbox. It loads what it needs, then waits for one task as a line of JSON on standard input.
import { writeFileSync, writeSync } from 'node:fs';
import sharp from 'sharp';
import { readLine } from '../read-line.ts';
import { encodePage } from './encode.ts';
import { formInfo, pdfium, savedCopy } from './library.ts';

interface RenderTask {
  task: 'render';
  input: string;
  format: 'png' | 'jpg';
  /** From 0. */
  pages: number[];
  dpi: number;
  scales: number[];
  maxPixels: number;
}

/** The files are on the command line: this task is never given to a waiting process. */
interface RewriteTask {
  task: 'rewrite';
}

interface BandsTask {
  task: 'bands';
  input: string;
  pages: number[];
  heightPoints: number;
}

const flags = { annotations: 0x01, reverseByteOrder: 0x10 };
const bgr = 2;

pdfium.init();
sharp.concurrency(1);
sharp.cache(false);
const task = JSON.parse(readLine()) as RenderTask | RewriteTask | BandsTask;
const [inputWord = '', outputWord = ''] = process.argv.slice(2);
const document: unknown = pdfium.loadFile(task.task === 'rewrite' ? inputWord : task.input, null);
if (document === null) {
  process.stderr.write('source_unreadable: PDFium cannot open the document\n');
  process.exit(2);
}
if (task.task === 'bands') bands(task);
else if (task.task === 'rewrite') writeFileSync(outputWord, savedCopy(document));
else await renderPages(task);
process.exit(0);

async function renderPages({ pages, format, dpi, scales, maxPixels }: RenderTask): Promise<void> {
  const info = formInfo();
  const form: unknown = pdfium.initForm(document, info);
  if (form !== null) pdfium.highlight(form, 0);
  for (const index of pages) {
    const page: unknown = pdfium.loadPage(document, index);
    const [width, height] = page === null ? [1, 1] : pixels(page, dpi * (scales[index] ?? 1));
    if (width * height > maxPixels) {
      frame({ page: index, tooLarge: true }, Buffer.alloc(0));
      return;
    }
    frame({ page: index }, await encodePage(draw(page, form, width, height), width, height, format, dpi));
    if (page !== null) pdfium.closePage(page);
  }
}

/** The page's visible size; a page whose size makes no sense is one pixel. */
function pixels(page: unknown, dpi: number): [number, number] {
  const size = (points: number) => Math.max(1, Math.ceil((points * dpi) / 72 - 0.001));
  return [size(pdfium.pageWidth(page) as number), size(pdfium.pageHeight(page) as number)];
}

/** RGB samples on white. */
function draw(page: unknown, form: unknown, width: number, height: number): Buffer {
  const samples = Buffer.alloc(width * height * 3, 0xff);
  if (page === null) return samples;
  const bitmap: unknown = pdfium.createBitmap(width, height, bgr, samples, width * 3);
  const mode = flags.annotations | flags.reverseByteOrder;
  pdfium.render(bitmap, page, 0, 0, width, height, 0, mode);
  if (form !== null) pdfium.drawForm(form, bitmap, page, 0, 0, width, height, 0, mode);
  pdfium.destroyBitmap(bitmap);
  return samples;
}

/** Which rows of the bottom band have ink, by third of the width; one point a row. */
function bands({ pages, heightPoints }: BandsTask): void {
  const found = pages.map((index) => {
    const page: unknown = pdfium.loadPage(document, index);
    if (page === null) return null;
    const [width, height] = [Math.ceil(pdfium.pageWidth(page) as number), Math.ceil(pdfium.pageHeight(page) as number)];
    const rows = Math.min(heightPoints, height);
    if (width < 1 || rows < 1 || width > 20_000) return null;
    const samples = Buffer.alloc(width * rows * 3, 0xff);
    const bitmap: unknown = pdfium.createBitmap(width, rows, bgr, samples, width * 3);
    pdfium.render(bitmap, page, 0, rows - height, width, height, 0, flags.annotations);
    pdfium.destroyBitmap(bitmap);
    pdfium.closePage(page);
    return inkRows(samples, width, rows);
  });
  writeSync(1, JSON.stringify(found));
}

function inkRows(samples: Buffer, width: number, rows: number): boolean[][] {
  const thirds = [0, 1, 2].map(() => Array.from({ length: rows }, () => false));
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const at = (row * width + x) * 3;
      const third = thirds[Math.min(2, Math.floor((x * 3) / width))];
      if (third !== undefined && (samples[at] ?? 255) + (samples[at + 1] ?? 255) + (samples[at + 2] ?? 255) < 690)
        third[rows - 1 - row] = true;
    }
  return thirds;
}

/** A result on standard output: two lengths, JSON, bytes. */
function frame(header: { page: number; tooLarge?: boolean }, data: Buffer): void {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(data.length, 4);
  for (const part of [lengths, json, data]) for (let at = 0; at < part.length;) at += writeSync(1, part, at);
}
