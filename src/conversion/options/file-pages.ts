// Pages of several files in an order of their own, some of them turned: 1:1-3,2,1:4@90.
import { pagesIn, parseRange, refusedPages, type PageRange } from './page-selection.ts';
import { splitTurn } from './turned-pages.ts';

interface FilePages {
  /** From 1. */
  file: number;
  /** Null: all of them. */
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
  /** In the files joined one after the other, from 1. */
  number: number;
  /** Degrees clockwise. */
  turn: number;
}

/**
 * The selected pages in the order written, each once: its first mention counts. `totals` are the pages of each file.
 * @throws invalid_page_range, also for a file that was not sent; invalid_rotation
 */
export function selectFilePages(text: string, totals: readonly number[]): JoinedPage[] {
  const selected = new Map<number, JoinedPage>();
  for (const { file, range, degrees, text: item } of parseFilePages(text)) {
    const total = totals[file - 1];
    if (total === undefined) throw refusedPages('pages', 'beyond_last_page', item);
    const before = totals.slice(0, file - 1).reduce((sum, pages) => sum + pages, 0);
    for (const page of pagesIn(range ?? { text: item, from: 1, to: null }, total, 'pages')) {
      const number = before + page;
      if (!selected.has(number)) selected.set(number, { number, turn: degrees ?? 0 });
    }
  }
  return [...selected.values()];
}

/** Whether these are all pages, in the order of the files. */
export const isEveryPage = (selected: readonly JoinedPage[], total: number): boolean =>
  selected.length === total && selected.every(({ number }, n) => number === n + 1);
