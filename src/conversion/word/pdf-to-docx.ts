// A PDF as a Word document: its pages are read, their layout is analysed stage by stage, and the result is written as DOCX.
import type { Writable } from 'node:stream';
import type { WordFacts } from '#core/document-facts.ts';
import type { OnPage } from '#core/progress.ts';
import type { WordLayout } from '#core/word-layouts.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { named, unpaintedWords } from '#conversion/layout/account.ts';
import { composeFitted } from './compose/fitted-document.ts';
import { writeDocx } from './docx/write.ts';
import { wordStages } from './stages.ts';
import { readLayout } from '#conversion/layout/read-layout.ts';

/** Writes the DOCX of a PDF without encryption, with `keywords` in its properties. @throws Failure source_unreadable, pdf_scanned_needs_ocr */
export async function convertToWord(
  path: string,
  graph: PdfGraph,
  output: Writable,
  { keywords = '', layout, onPage }: { keywords?: string; layout?: WordLayout; onPage?: OnPage } = {},
): Promise<WordFacts> {
  const read = readLayout(path, graph, { own: wordStages, onPage });
  const { document, fixed, missing } = composeFitted(read.layout, layout);
  await writeDocx(document, output, keywords);
  return {
    unreadable: read.unreadable,
    fixed: fixed.map((index) => index + 1),
    missing: named([...missing, ...unpaintedWords(read.layout.pages)]),
  };
}
