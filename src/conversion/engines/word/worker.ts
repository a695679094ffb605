// Runs inside the sandbox. It loads what it needs, then waits for its task as a line of JSON on standard input; the document goes to
// standard output.
import { readFileSync } from 'node:fs';
import { pdfium } from '#conversion/engines/pdfium/library.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { convertToWord } from '#conversion/word/convert.ts';
import { readLine } from '../read-line.ts';

pdfium.init();
const task = JSON.parse(readLine()) as { pdf: string; graph: string };
try {
  await convertToWord(task.pdf, JSON.parse(readFileSync(task.graph, 'utf8')) as PdfGraph, process.stdout);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
