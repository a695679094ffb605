// PDFs that an engine has made of something else: checked and finished.
import { readFileSync } from 'node:fs';
import { Failure } from '#core/failure.ts';
import type { PdfStandard } from '#core/pdf-standards.ts';
import type { BookFacts } from '#conversion/epub/book.ts';
import { finishBook } from '#conversion/epub/finish.ts';
import { isReference, PdfDocument } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { useOwnAppearances } from '#conversion/pdf/form-appearances.ts';
import { pagesOf, type PdfPage } from '#conversion/pdf/pages.ts';
import { withArtifacts } from '#conversion/pdf/standard/artifacts.ts';
import { meetStandard } from '#conversion/pdf/standard/meet.ts';
import { PdfSession, type OpenDocument } from '../session.ts';
import { contentStreams } from './pages.ts';

/** Finishes the PDF of a book, whose facts are in `facts`; writes `out.pdf`. @throws epub_blank_output, epub_too_long */
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

/** Checks the PDF that Ghostscript has made of a PostScript program. @throws too_many_pages, ps_blank_output */
export function checkDistilled({ maxPages }: { maxPages: number }): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = pagesOf(new PdfDocument(open));
  if (pages.length > maxPages) throw new Failure('too_many_pages', { pages: pages.length, max_pages: maxPages });
  // A program that shows no page becomes an empty page.
  const isBlank =
    pages.length <= 10 &&
    [...contentStreams(open, pages).values()].every((content) => !paints.test(content.toString('latin1')));
  if (pages.length === 0 || isBlank) throw new Failure('ps_blank_output');
}

/** Stored bytes: the content of a page with a word on it has more. */
const maxBlankBytes = 400;
/** Stored bytes of all pages, whose content has to be read where one of them goes. */
const maxContentBytes = 32 << 20;

/** The numbers of pages that draw nothing, from 1; empty if every page is blank. */
export function blankPages(): number[] {
  using session = new PdfSession();
  const open = session.document(0);
  const document = new PdfDocument(open);
  const pages = pagesOf(document);
  const contents = pages.map(({ dictionary }) => dictionary['/Contents']).filter(isReference);
  const lengths = open.lengths([...new Set(contents)]);
  const short = open.streams([...lengths].flatMap(([reference, bytes]) => (bytes < maxBlankBytes ? [reference] : [])));
  const blank = pages.flatMap(({ dictionary: { '/Contents': reference, '/Annots': annotations } }, n) => {
    const content = isReference(reference) ? short.get(reference) : undefined;
    const isBlank = content !== undefined && !paints.test(content.toString('latin1'));
    return isBlank && document.array(annotations).length === 0 ? [n + 1] : [];
  });
  const bytes = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  return blank.length === pages.length || bytes > maxContentBytes ? [] : blank;
}

interface Finishing {
  standard: PdfStandard | null;
  /** For documents without one. */
  title: string;
  /** The numbers of pages to leave out. */
  without: readonly number[];
}

/** Finishes a PDF of LibreOffice, Chromium or ours; writes `out.pdf`. The sentences say why a standard is not met. */
export function finishMade({ standard, title, without }: Finishing): { warnings: string[] } {
  using session = new PdfSession();
  const open = session.document(0);
  if (without.length > 0) {
    const pages = pagesOf(new PdfDocument(open));
    const numbers = pages.map((_, n) => n + 1).filter((number) => !without.includes(number));
    open.patch(keepPages(open, numbers, contentStreams(open, pages)));
  }
  open.patch(useOwnAppearances(open));
  let warnings: string[] = [];
  if (standard !== null) {
    const pages = pagesOf(new PdfDocument(open));
    if (standard.isAccessible) markDecoration(open, pages);
    const meeting = meetStandard(open, standard, { pages, title });
    open.patch(meeting.patch);
    ({ warnings } = meeting);
  }
  open.write('out.pdf', 'packed');
  return { warnings };
}

const pagesAtOnce = 64;

/** Some pages at a time: many have more content than memory. */
function markDecoration(open: OpenDocument, pages: readonly PdfPage[]): void {
  for (let at = 0; at < pages.length; at += pagesAtOnce)
    open.patch(withArtifacts(open, contentStreams(open, pages.slice(at, at + pagesAtOnce))));
}
