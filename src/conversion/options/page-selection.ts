// Page selections as users write them: 5,1-3,7-,-2.
import { Failure } from '#core/failure.ts';

interface Item {
  /** As it was written. */
  text: string;
  from: number;
  /** Null: to the last page. */
  to: number | null;
}

const refuse = (
  cause: 'syntax' | 'page_zero' | 'beyond_last_page' | 'whole_document',
  range: string,
  total_pages?: number,
) =>
  new Failure('invalid_page_range', {
    field: 'ranges',
    cause,
    range,
    ...(total_pages === undefined ? {} : { total_pages }),
  });

/** @throws invalid_page_range with cause `syntax` or `page_zero` */
export function parseSelection(text: string): Item[] {
  return text.split(',').map((piece) => {
    const item = piece.trim();
    const match = /^(\d{0,9})(-?)(\d{0,9})$/.exec(item);
    if (match === null || item === '' || item === '-') throw refuse('syntax', item);
    const [, first = '', dash = '', last = ''] = match;
    if (first === '' && dash === '') throw refuse('syntax', item);
    const from = first === '' ? 1 : Number(first);
    const to = dash === '' ? from : last === '' ? null : Number(last);
    if (from === 0 || to === 0) throw refuse('page_zero', item);
    if (to !== null && to < from) throw refuse('syntax', item);
    return { text: item, from, to };
  });
}

/**
 * The selected pages (from 1) in the order written, each once.
 * @throws invalid_page_range, with `total_pages` where the document has been opened
 */
export function selectPages(text: string, total: number): number[] {
  const pages = new Set<number>();
  for (const { text: piece, from, to } of parseSelection(text)) {
    if (from > total || (to ?? 0) > total) throw refuse('beyond_last_page', piece, total);
    for (let page = from; page <= (to ?? total); page++) pages.add(page);
  }
  const selected = [...pages];
  if (selected.length === total && selected.every((page, n) => page === n + 1))
    throw refuse('whole_document', text, total);
  return selected;
}
