// watermark-pdf and page-numbers-pdf: a line of text, set as a PDF in slot 1, over the pages of the document in slot 0.
import { readFileSync } from 'node:fs';
import { glyphOutlines } from '#conversion/pdf/glyph-outlines.ts';
import { numberPages, usualNumbers, type Band, type Numbers } from '#conversion/pdf/page-numbers.ts';
import { watermark, type Look, type TextLine } from '#conversion/pdf/watermark.ts';
import { PdfSession, type OpenDocument } from '../session.ts';
import { contentBalances, readPages } from './pages.ts';
import type { Ceiling } from '#conversion/options/limits.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';

interface Marking {
  ceiling: Ceiling;
  look?: Omit<Look, 'pages'>;
  /** The selected pages; by default all. */
  pages?: string | undefined;
}

/**
 * Writes the marked document to `out.pdf`; `outlines.svg` has the letters of the text.
 * @throws invalid_page_range and the errors of readPages
 */
export function watermarkPages({ ceiling, look, pages: selected }: Marking): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = readPages(open, ceiling);
  const outlines = glyphOutlines(readFileSync('outlines.svg', 'utf8'));
  const marked = selected === undefined ? null : chosenPages(selected, pages.length);
  open.patch(
    watermark(
      open,
      textLine(session.document(1)),
      outlines,
      contentBalances(open, pages),
      look && { ...look, pages: marked },
    ),
  );
  open.write('out.pdf');
}

interface Numbering extends Pick<Numbers, 'position'>, Partial<Omit<Numbers, 'position' | 'isFull'>> {
  ceiling: Ceiling;
  full: boolean;
  /** The same document as a file that PDFium can read, upside down for numbers at the top. */
  file: string;
}

/** Writes the numbered document to `out.pdf`. @throws the errors of readPages */
export function numberAllPages({ ceiling, full, file, ...numbers }: Numbering): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = readPages(open, ceiling);
  const balances = contentBalances(open, pages);
  const bands = bandsOf(session.ask(`bands ${file} ${pages.length} ${bandHeight}`));
  open.patch(
    numberPages(open, textLine(session.document(1)), balances, bands, { ...usualNumbers, ...numbers, isFull: full }),
  );
  open.write('out.pdf');
}

/** Points. */
const bandHeight = 80;

/** A line for each page (native/render.h): for each third of its width 20 hexadecimal digits of four rows each. */
function bandsOf(text: Buffer): (Band | undefined)[] {
  const lines = text.toString('latin1').split('\n').slice(0, -1);
  return lines.map((line) => {
    if (line === '-') return undefined;
    const third = (n: number) =>
      Array.from(line.replaceAll(' ', '').slice(n * digits, (n + 1) * digits)).flatMap((digit) => {
        const rows = Number.parseInt(digit, 16);
        return [1, 2, 4, 8].map((bit) => (rows & bit) !== 0);
      });
    return [third(0), third(1), third(2)];
  });
}

const digits = 20;

const textLine = (graph: OpenDocument): TextLine => ({
  graph,
  dataOf: (reference) => graph.streams([reference], 'stored').get(reference) ?? Buffer.alloc(0),
});
