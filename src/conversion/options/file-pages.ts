// Pages of several files in any order, some rotated: 1:1-3,2,1:4@90.
import { parseRange, refusedPages, UnnamedPages, type PageRange } from './page-selection.ts';
import { splitTurn } from './turned-pages.ts';

interface FilePages {
  /** The number of the file, from 1. */
  file: number;
  /** The range of pages; null means all pages. */
  range: PageRange | null;
  degrees: number | null;
  text: string;
}

/** @throws invalid_page_range with cause `syntax` or `page_zero`; invalid_rotation */
export function parseFilePages(text: string): FilePages[] {
  return text.split(',').map((piece) => {
    const item = piece.trim();
    const { pages, degrees } = splitTurn(item);
    const [, number, rest] = /^(\d{1,9})(?::(.*))?$/s.exec(pages) ?? [];
    if (number === undefined) throw refusedPages('pages', 'syntax', item);
    const file = Number(number);
    if (file === 0) throw refusedPages('pages', 'page_zero', item);
    return { file, range: rest === undefined ? null : parseRange(rest, 'pages', item), degrees, text: item };
  });
}

export interface JoinedPage {
  /** The page number, from 1, in the concatenated files. */
  number: number;
  /** The rotation in degrees clockwise. */
  turn: number;
}

/**
 * Returns the selected pages in the order written, each once, at its first mention. `totals` are the page counts of the files.
 * @throws invalid_page_range, also for a file that was not sent; invalid_rotation
 */
export function selectFilePages(text: string, totals: readonly number[]): JoinedPage[] {
  const files = totals.map((total, n) => ({
    before: totals.slice(0, n).reduce((sum, pages) => sum + pages, 0),
    unnamed: new UnnamedPages(total),
  }));
  const selected: JoinedPage[] = [];
  for (const { file, range, degrees, text: item } of parseFilePages(text)) {
    const known = files[file - 1];
    if (known === undefined) throw refusedPages('pages', 'beyond_last_page', item);
    for (const page of known.unnamed.take(range ?? { text: item, from: 1, to: null }, 'pages'))
      selected.push({ number: known.before + page, turn: degrees ?? 0 });
  }
  return selected;
}

/** Returns whether these are all pages, in the order of the files. */
export const isEveryPage = (selected: readonly JoinedPage[], total: number): boolean =>
  selected.length === total && selected.every(({ number }, n) => number === n + 1);
