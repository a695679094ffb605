// Marks the results of test keys, so that nobody mistakes them for real ones: a word across pages and pictures, a comment in archives.
// The mark in the properties of a Word document is written by its tool.
import { open, rename, writeFile } from 'node:fs/promises';
import { formats } from '#core/formats.ts';
import { testMark } from '#core/test-mark.ts';
import type { Engines } from './engines/index.ts';
import type { Input, Tool } from './tools/tool.ts';

/** The parts of a conversion that its marks need. */
interface Marked {
  tool: Tool;
  output: string;
  signal: AbortSignal;
}

/** Marks the input of a tool whose result cannot be opened without its password. */
export async function markInputs(
  { tool, inputs, signal }: Omit<Marked, 'output'> & { inputs: readonly Input[] },
  engines: Engines,
): Promise<void> {
  if (tool.locksResult !== true) return;
  for (const { path } of inputs) await markPdf(path, engines, signal);
}

/** Marks the result in place. */
export async function markResult({ tool, output, signal }: Marked, engines: Engines): Promise<void> {
  const { format } = tool.produces;
  if (format === formats.pdf && tool.locksResult !== true) await markPdf(output, engines, signal);
  if (format === formats.jpeg) {
    const marked = `${output}.test.jpg`;
    await engines.documents.markJpeg(output, marked, { signal });
    await rename(marked, output);
  }
  if (format === formats.zip) await commentZip(output);
}

/** Marks a PDF, unless it does not open, for which its tool gives the reason. */
async function markPdf(path: string, { pdf, textLines }: Engines, signal: AbortSignal): Promise<void> {
  await using job = await pdf.begin(signal);
  const { access } = await job.open(path);
  if (access !== 'open') return;
  const [mark, outlines, marked] = [`${path}.test-mark.pdf`, `${path}.test-mark.svg`, `${path}.test.pdf`];
  const line = await textLines.line(testMark, signal);
  await writeFile(mark, line.pdf);
  await writeFile(outlines, line.svg);
  await job.open(mark);
  const ceiling = { code: 'too_many_pages', pages: Number.MAX_SAFE_INTEGER } as const;
  const files = { 'outlines.svg': outlines };
  await job.inspect('watermark', { ceiling }, { files, results: { 'out.pdf': marked } });
  await rename(marked, path);
}

/** Adds a comment at the end of an archive that Platen has written without one (APPNOTE.TXT, 4.3.16). */
async function commentZip(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const length = Buffer.alloc(2);
  length.writeUInt16LE(testMark.length);
  await file.write(Buffer.concat([length, Buffer.from(testMark)]), 0, length.length + testMark.length, size - 2);
}
