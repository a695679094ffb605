// Recognised text: put into the pages of a document, or written as JSON. Each file `page-N` has the words of a page (from 0).
import { readFileSync, writeFileSync } from 'node:fs';
import type { OcrMode, TagMode } from '#core/ocr.ts';
import { Failure } from '#core/failure.ts';
import { dropInvisibleText } from '#conversion/ocr/invisible-text.ts';
import { recognisedPage, type RecognisedPage } from '#conversion/ocr/recognised.ts';
import { layText } from '#conversion/ocr/text-layer.ts';
import { wordsJson } from '#conversion/ocr/words-json.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { isSigned } from '#conversion/pdf/signed.ts';
import type { Ceiling } from '#conversion/options/limits.ts';
import { PdfSession } from '../session.ts';
import { contentBalances, readPages } from './pages.ts';

interface Laying {
  ceiling: Ceiling;
  /** The recognised pages, from 0. */
  pages: readonly number[];
  mode: OcrMode;
  rotate: boolean;
  deskew: boolean;
  tags: TagMode;
  language: string | undefined;
}

/** Puts the text into the document in slot 0; numbers of pages are from 1. */
export function layRecognisedText({ ceiling, pages: numbers, mode, ...laying }: Laying) {
  using session = new PdfSession();
  const open = session.document(0);
  readPages(open, ceiling);
  if (mode !== 'missing') {
    const document = new PdfDocument(open);
    const pages = pagesOf(document).filter((_, n) => numbers.includes(n));
    dropInvisibleText(document, pages, (references) => open.streams(references));
    open.patch(document.patch);
  }
  const pages = pagesOf(new PdfDocument(open));
  const recognised = new Map(numbers.map((n) => [n, readPage(n)]));
  const balances = contentBalances(
    open,
    pages.filter((_, n) => recognised.has(n)),
  );
  open.patch(layText(open, balances, { ...laying, recognised }));
  const found = [...recognised].filter(([, { lines }]) => lines.length > 0);
  return {
    isSigned: isSigned(new PdfDocument(open)),
    doubtful: found.flatMap(([n, page]) => doubtOf(n, page)),
    wordless: [...recognised].flatMap(([n, { lines }]) => (lines.length === 0 ? [n + 1] : [])),
  };
}

/** Of 100: words of less confidence are often wrong. */
const sure = 60;
const maxNamed = 20;

/** The words of a page that are doubtful, if there are any. */
function doubtOf(n: number, { lines }: RecognisedPage): { page: number; words: string[] }[] {
  const words = lines.flatMap((line) =>
    line.words.filter(({ confidence, text }) => confidence < sure && /[\p{L}\p{N}]{2}/u.test(text)),
  );
  return words.length === 0
    ? []
    : [{ page: n + 1, words: words.slice(0, maxNamed).map(({ text }) => text.slice(0, 40)) }];
}

/** Writes `words.json`; `units` are the points of a unit of each page. */
export function writeWords({ pages, units }: { pages: readonly number[]; units: readonly number[] }): void {
  const readings = pages.map((n) => ({ page: n + 1, unit: units[n] ?? 1, recognised: readPage(n) }));
  writeFileSync('words.json', wordsJson(readings), { flag: 'wx' });
}

/** @throws source_unreadable for words that are none */
function readPage(n: number): RecognisedPage {
  const parsed = recognisedPage.safeParse(JSON.parse(readFileSync(`page-${n}`, 'utf8')));
  if (!parsed.success) throw new Failure('source_unreadable', {}, { cause: parsed.error });
  return parsed.data;
}
