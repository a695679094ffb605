// A call of every tool with a small document of its own.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { epub, xhtml } from './epub.ts';
import { docx, pdf } from './fixtures.ts';
import { converted, type Platen } from './platen.ts';

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();

const scan = () =>
  sharp({ text: { text: 'The harbour was closed in 1987.', font: 'DejaVu Sans 12', dpi: 200 } })
    .extend(100)
    .negate()
    .withMetadata({ density: 200 })
    .png()
    .toBuffer();

async function photo(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-photo-'));
  const [from, to] = [join(folder, 'photo.png'), join(folder, 'photo.heic')];
  await writeFile(from, await picture());
  await promisify(execFile)('heif-enc', ['-q', '60', '-o', to, from]);
  const data = await readFile(to);
  await rm(folder, { recursive: true });
  return data;
}

export const threePages = pdf('A first page', 'A second page', 'A third page');

/** A PDF that asks for the password `Blue-Harbour-7`, made by the service itself. */
async function locked(platen: Platen): Promise<Buffer> {
  const key = await platen.key();
  const fields = { password: 'Blue-Harbour-7' };
  const file = { name: 'report.pdf', data: threePages };
  return platen.download(converted(await platen.convert('protect-pdf', [file], { key, fields })), key);
}

export interface ToolCall {
  name: string;
  data: (platen: Platen) => Uint8Array | Promise<Uint8Array>;
  fields?: Record<string, string>;
  /** How often the file is sent. */
  times?: number;
}

const report: ToolCall = { name: 'report.pdf', data: () => threePages };
export const toolCalls: Record<string, ToolCall> = {
  'office-to-pdf': { name: 'report.docx', data: () => docx('Quarterly report', 'All is well.') },
  'epub-to-pdf': { name: 'book.epub', data: () => epub({ files: { 'one.xhtml': xhtml('<h1>One</h1><p>Once.</p>') } }) },
  'ps-to-pdf': { name: 'drawing.ps', data: () => Buffer.from('%!PS\n72 72 moveto 200 200 lineto stroke showpage\n') },
  'image-to-pdf': { name: 'scan.png', data: picture },
  'heic-to-jpg': { name: 'photo.heic', data: photo },
  'heic-to-pdf': { name: 'photo.heic', data: photo },
  'merge-pdf': { ...report, times: 2 },
  'split-pdf': report,
  'extract-pages': { ...report, fields: { ranges: '3,1' } },
  'rotate-pdf': { ...report, fields: { rotation: '90' } },
  'page-numbers-pdf': { ...report, fields: { format: 'full' } },
  'watermark-pdf': { ...report, fields: { text: 'DRAFT' } },
  'compress-pdf': { ...report, fields: { quality: 'medium' } },
  'protect-pdf': { ...report, fields: { password: 'Blue-Harbour-7' } },
  'unlock-pdf': { name: 'report.pdf', data: locked, fields: { password: 'Blue-Harbour-7' } },
  'ocr-pdf': { name: 'scan.png', data: scan },
  'pdf-to-image': { ...report, fields: { format: 'png' } },
  'pdf-to-word': report,
  'pdf-to-markdown': { ...report, fields: { pages: '1-2' } },
  'office-to-markdown': { name: 'report.docx', data: () => docx('Quarterly report', 'All is well.') },
  'pdf-to-excel': report,
  'html-to-pdf': { name: 'page.html', data: () => Buffer.from('<!doctype html><title>Page</title><h1>Page</h1>') },
  'markdown-to-pdf': { name: 'notes.md', data: () => Buffer.from('# Notes\n\n- one\n- two\n') },
};
