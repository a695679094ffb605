// Page selections as users write them: 5,1-3,7-,-2.
import { Failure } from '#core/failure.ts';

/** The form field that a selection is from. */
export type PageField = 'ranges' | 'pages';

export interface PageRange {
  /** As it was written. */
  text: string;
  from: number;
  /** Null: to the last page. */
  to: number | null;
}

/** The error for a selection, or for an item of one. */
export const refusedPages = (
  field: PageField,
  cause: 'syntax' | 'page_zero' | 'beyond_last_page' | 'whole_document',
  range: string,
  total_pages?: number,
) =>
  new Failure('invalid_page_range', {
    field,
    cause,
    range,
    ...(total_pages === undefined ? {} : { total_pages }),
  });

/** @throws invalid_page_range with cause `syntax` or `page_zero` */
export const parseSelection = (text: string): PageRange[] => text.split(',').map((item) => parseRange(item.trim()));

/** One item; `written` is what an error shows where the item is more than its pages. @throws as {@link parseSelection} */
export function parseRange(item: string, field: PageField = 'ranges', written = item): PageRange {
  const match = /^(\d{0,9})(-?)(\d{0,9})$/.exec(item);
  if (match === null || item === '' || item === '-') throw refusedPages(field, 'syntax', written);
  const [, first = '', dash = '', last = ''] = match;
  if (first === '' && dash === '') throw refusedPages(field, 'syntax', written);
  const from = first === '' ? 1 : Number(first);
  const to = dash === '' ? from : last === '' ? null : Number(last);
  if (from === 0 || to === 0) throw refusedPages(field, 'page_zero', written);
  if (to !== null && to < from) throw refusedPages(field, 'syntax', written);
  return { text: written, from, to };
}

/** The pages of an item, of a document with so many. @throws invalid_page_range with cause `beyond_last_page` */
export function pagesIn({ text, from, to }: PageRange, total: number, field: PageField = 'ranges'): number[] {
  if (from > total || (to ?? 0) > total) throw refusedPages(field, 'beyond_last_page', text, total);
  return Array.from({ length: (to ?? total) - from + 1 }, (_, n) => from + n);
}

/**
 * The selected pages (from 1) in the order written, each once.
 * @throws invalid_page_range, with `total_pages` where the document has been opened
 */
export function selectPages(text: string, total: number): number[] {
  const selected = [...new Set(parseSelection(text).flatMap((item) => pagesIn(item, total)))];
  if (selected.length === total && selected.every((page, n) => page === n + 1))
    throw refusedPages('ranges', 'whole_document', text, total);
  return selected;
}
