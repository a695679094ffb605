// PDFs that an engine has made of something else: checked and finished.
import { readFileSync } from 'node:fs';
import { Failure } from '#core/failure.ts';
import type { BookFacts } from '#conversion/epub/book.ts';
import { finishBook } from '#conversion/epub/finish.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { PdfSession } from '../session.ts';
import { contentStreams } from './pages.ts';

/** What Chromium has printed of a book, whose facts are in `facts`; leaves `out.pdf`. @throws epub_blank_output, epub_too_long */
export function finishPrintedBook({ maxPages }: { maxPages: number }): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = pagesOf(new PdfDocument(open));
  if (pages.length === 0) throw new Failure('epub_blank_output');
  if (pages.length > maxPages) throw new Failure('epub_too_long', { pages: pages.length, max_pages: maxPages });
  const facts = JSON.parse(readFileSync('facts', 'utf8')) as BookFacts;
  open.patch(finishBook(open, pages, contentStreams(open, pages), facts));
  open.write('out.pdf', 'packed');
}

/** Operators that put something on a page (ISO 32000-2, annex A). */
const paints = /(^|[\s)\]>])(f\*?|F|[Bb]\*?|[Ss]|sh|Do|Tj|TJ|'|"|EI)([\s/[(<]|$)/;

/** What Ghostscript has made of a PostScript program. @throws too_many_pages, ps_blank_output */
export function checkDistilled({ maxPages }: { maxPages: number }): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = pagesOf(new PdfDocument(open));
  if (pages.length > maxPages) throw new Failure('too_many_pages', { pages: pages.length, max_pages: maxPages });
  // A program that shows no page comes out as an empty one.
  const isBlank =
    pages.length <= 10 &&
    [...contentStreams(open, pages).values()].every((content) => !paints.test(content.toString('latin1')));
  if (pages.length === 0 || isBlank) throw new Failure('ps_blank_output');
}
