// Runs inside the sandbox: node worker.ts PDF GRAPH DOCX
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { convertToWord } from '#conversion/word/convert.ts';

const [input, graph, output] = process.argv.slice(2);
if (input === undefined || graph === undefined || output === undefined)
  throw new TypeError('usage: worker.ts PDF GRAPH DOCX');

sharp.concurrency(1);
sharp.cache(false);
try {
  await convertToWord(input, JSON.parse(readFileSync(graph, 'utf8')) as PdfGraph, output);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(2);
}
