// extract-pages and split-pdf: a document reduced to some of its pages.
import { Failure } from '#core/failure.ts';
import { pageFile } from '#core/page-file.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { isRegular } from '#conversion/pdf/pages.ts';
import { selectPages } from '#conversion/options/page-selection.ts';
import { PdfSession } from '../session.ts';
import { contentStreams, readPages } from './pages.ts';
import type { Ceiling } from '#conversion/options/limits.ts';

/** Writes the selected pages to `out.pdf`. @throws invalid_page_range and the errors of readPages */
export function extractPages({ ranges, ceiling }: { ranges: string; ceiling: Ceiling }): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = readPages(open, ceiling);
  const numbers = selectPages(ranges, pages.length);
  const kept = numbers.flatMap((number) => pages[number - 1] ?? []);
  open.patch(keepPages(open, numbers, contentStreams(open, kept)));
  open.write('out.pdf');
}

interface Split {
  /** The pages `first`, `first` + `step` …, counted from 0. */
  first: number;
  step: number;
  ceiling: Ceiling;
  maxBytes: number;
}

/**
 * Makes `page-001.pdf` … of some pages and returns the number of all pages. Slots 0 and 1 have the same file: one is
 * read, the other is reduced to a page again and again. @throws pdf_single_page, output_too_large and the errors of readPages
 */
export function splitPages({ first, step, ceiling, maxBytes }: Split): number {
  using session = new PdfSession();
  const [whole, page] = [session.document(0), session.document(1)];
  const isPlain = isRegular(new PdfDocument(whole));
  const pages = readPages(whole, ceiling);
  if (pages.length === 1) throw new Failure('pdf_single_page');
  const mine = pages.filter((_, n) => n % step === first);
  const streams = contentStreams(whole, mine);
  let bytes = 0;
  for (let n = first; n < pages.length; n += step) {
    page.reopen();
    if (!isPlain) page.flatten();
    page.patch(keepPages(whole, [n + 1], streams));
    bytes += page.write(pageFile(n + 1, 'pdf'));
    if (bytes > maxBytes) throw new Failure('output_too_large', { max_bytes: maxBytes });
  }
  return pages.length;
}
