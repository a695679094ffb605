// Reads the pages of a PDF and analyses their layout stage by stage.
import { Failure } from '#core/failure.ts';
import type { OnPage } from '#core/progress.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { analyse, type WriterStages } from './analysis.ts';
import type { DocumentLayout } from './document-layout.ts';
import { readDocument } from './read/document.ts';
import { isScanned } from './read/scanned.ts';
import type { UnreadableLetters } from './read/unmapped-letters.ts';

export interface ReadLayout {
  layout: DocumentLayout;
  /** The letters that could not be read. */
  unreadable: UnreadableLetters[];
}

/** Reads the layout of an unencrypted PDF; `isPrint`: it is our own print, so that pictures without text are no scan. @throws Failure source_unreadable, pdf_scanned_needs_ocr */
export function readLayout(
  path: string,
  graph: PdfGraph,
  { own, isPrint = false, onPage }: { own?: WriterStages; isPrint?: boolean; onPage?: OnPage | undefined } = {},
): ReadLayout {
  const source = readDocument(path, graph, onPage);
  if (!isPrint && isScanned(source.pages)) throw new Failure('pdf_scanned_needs_ocr');
  return { layout: analyse(source, own), unreadable: source.unreadable };
}
