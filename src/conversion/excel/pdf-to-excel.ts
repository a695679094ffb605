// The tables of a PDF as a workbook, or as CSV: its pages are read as for every writer, its numbers as the document means them.
import type { Writable } from 'node:stream';
import type { WorkbookFacts, WorkbookWriting } from '#core/document-facts.ts';
import { lostWords, named } from '#conversion/layout/account.ts';
import { allParagraphs, bodyParagraphs, type DocumentLayout } from '#conversion/layout/document-layout.ts';
import { textBlocks, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { readLayout } from '#conversion/layout/read-layout.ts';
import { vocabularyOf } from '#conversion/layout/text/joined-lines.ts';
import type { OnPage } from '#core/progress.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { writeCsvs } from './csv.ts';
import { foundIn } from './found-tables.ts';
import { findSheetPages } from './sheet-pages.ts';
import { sheetsOf } from './sheets.ts';
import { signsOfDocument } from './values/signs.ts';
import type { Signs } from './values/value.ts';
import { writeXlsx } from './xlsx/write.ts';

/** Writes the tables of a PDF without encryption. @throws Failure source_unreadable, pdf_scanned_needs_ocr */
export async function convertToExcel(
  path: string,
  graph: PdfGraph,
  output: Writable,
  { format, tables: mode, withText, pages, keywords, onPage }: WorkbookWriting & { onPage?: OnPage },
): Promise<WorkbookFacts> {
  const { layout, unreadable } = readLayout(path, graph, {
    own: { hasWideTables: true, onBlocks: [findSheetPages] },
    onPage,
  });
  const wanted = new Set(pages.map((page) => page - 1));
  const vocabulary = vocabularyOf(allParagraphs(layout).flatMap(({ lines }) => lines));
  const found = foundIn(layout, wanted, vocabulary);
  const tables = found.filter((block) => block.kind === 'table');
  const sheets = sheetsOf(withText ? found : tables, signsOf(layout), mode);
  if (format === 'csv') await writeCsvs(sheets, output);
  else await writeXlsx({ title: layout.source.title, author: layout.source.author, sheets }, output, keywords);
  const having = new Set(tables.flatMap((table) => [...table.pages]));
  return {
    unreadable: unreadable.filter((letters) => letters.pages.some((page) => wanted.has(page - 1))),
    missing: named(lostWords(layout), (page) => wanted.has(page - 1)),
    tables: tables.length,
    without: pages.filter((page) => !having.has(page - 1)),
  };
}

/** Signs follow from everything that is read, whichever pages are wanted. */
function signsOf(layout: DocumentLayout): Signs {
  const textOf = ({ lines }: TextBlock) => lines.map(textOfLine).join(' ');
  const cells = layout.regions.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table' ? block.cells.map((cell) => textBlocks(cell.blocks).map(textOf).join(' ')) : [],
    ),
  );
  return signsOfDocument(cells, bodyParagraphs(layout).map(textOf), layout.source.language);
}
