// extract-pages and split-pdf: a document reduced to some of its pages.
import { Failure } from '#core/failure.ts';
import { partFile } from '#core/page-file.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { isRegular } from '#conversion/pdf/pages.ts';
import { selectPages } from '#conversion/options/page-selection.ts';
import { PdfSession, type OpenDocument } from '../session.ts';
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

interface Splitting {
  ceiling: Ceiling;
  /** Of all parts. */
  maxBytes: number;
}

interface Split extends Splitting {
  parts: readonly { name: string; pages: readonly number[] }[];
}

/** Writes parts of the document. @throws pdf_single_page, output_too_large and the errors of readPages */
export function splitPages({ parts, ceiling, maxBytes }: Split): void {
  using session = new PdfSession();
  const { reducedTo } = reducer(session, ceiling);
  let bytes = 0;
  for (const { name, pages } of parts) {
    bytes += reducedTo(pages).write(name);
    if (bytes > maxBytes) throw new Failure('output_too_large', { max_bytes: maxBytes });
  }
}

interface SplitBySize extends Splitting {
  maxPartBytes: number;
  maxParts: number;
}

/**
 * Writes `part-001.pdf` … with as many pages each as fit, and returns the number of parts and the pages that are larger alone.
 * @throws invalid_value if there would be too many parts, and the errors of splitPages
 */
export function splitBySize({ maxPartBytes, maxParts, ceiling, maxBytes }: SplitBySize): {
  parts: number;
  large: number[];
} {
  using session = new PdfSession();
  const { total, reducedTo } = reducer(session, ceiling);
  const large: number[] = [];
  let [parts, bytes, from, likely] = [0, 0, 1, 1];
  while (from <= total) {
    if (parts === maxParts)
      throw new Failure('invalid_value', {
        field: 'max_size',
        expected: `larger for this document, since an archive has at most ${maxParts} parts`,
      });
    const first = from;
    const pages = largestFitting((count) => reducedTo(range(first, count)).measure(), {
      maxBytes: maxPartBytes,
      maxPages: total - first + 1,
      likely,
    });
    const written = reducedTo(range(first, pages)).write(partFile(++parts, 'pdf'));
    if (written > maxPartBytes) large.push(first);
    bytes += written;
    if (bytes > maxBytes) throw new Failure('output_too_large', { max_bytes: maxBytes });
    from += pages;
    likely = pages;
  }
  return { parts, large };
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

/** Tries before the search halves. */
const maxGuesses = 4;

/**
 * Finds the most pages whose bytes fit, at least one. Pages share fonts and pictures, so only a reduced document has a size: the
 * first tries follow from the bytes per page, further ones halve what lies between the part that fits and the one that does not.
 */
function largestFitting(
  measure: (pages: number) => number,
  { maxBytes, maxPages, likely }: { maxBytes: number; maxPages: number; likely: number },
): number {
  let [fits, tooMany] = [0, maxPages + 1];
  let next = Math.min(likely, maxPages);
  for (let tries = 1; tooMany - fits > 1; tries++) {
    const bytes = measure(next);
    if (bytes <= maxBytes) fits = next;
    else tooMany = next;
    const guess = tries < maxGuesses ? Math.floor((next * maxBytes) / bytes) : Math.floor((fits + 1 + tooMany) / 2);
    next = Math.min(Math.max(guess, fits + 1), tooMany - 1);
  }
  return Math.max(1, fits);
}

/**
 * Reduces the document to some pages, again and again. Slots 0 and 1 have the same file: one is read, the other reduced.
 * @throws pdf_single_page and the errors of readPages
 */
function reducer(session: PdfSession, ceiling: Ceiling) {
  const [whole, part] = [session.document(0), session.document(1)];
  const isPlain = isRegular(new PdfDocument(whole));
  const pages = readPages(whole, ceiling);
  if (pages.length === 1) throw new Failure('pdf_single_page');
  return {
    total: pages.length,
    reducedTo: (numbers: readonly number[]): OpenDocument => {
      const kept = numbers.flatMap((number) => pages[number - 1] ?? []);
      part.reopen();
      if (!isPlain) part.flatten();
      part.patch(keepPages(whole, numbers, contentStreams(whole, kept)));
      return part;
    },
  };
}
