// Page selections as users write them: 5,1-3,7-,-2.
import { Failure } from '#core/failure.ts';

/** The form field that contains a selection. */
export type PageField = 'ranges' | 'pages' | 'parts' | 'from_page';

export interface PageRange {
  /** The original text. */
  text: string;
  from: number;
  /** The last page; null means the end of the document. */
  to: number | null;
}

/** The number of characters of a selection that an error quotes. */
const maxShown = 100;

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
    range: range.length > maxShown ? `${range.slice(0, maxShown)}…` : range,
    ...(total_pages === undefined ? {} : { total_pages }),
  });

/** @throws invalid_page_range with cause `syntax` or `page_zero` */
export const parseSelection = (text: string, field: PageField = 'ranges'): PageRange[] =>
  text.split(',').map((item) => parseRange(item.trim(), field));

/** Parses one item; `written` is the text for errors if the item contains more than pages. @throws as {@link parseSelection} */
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

/**
 * The pages of a document that no item has named yet. Each page is returned once, so that overlapping items cost no more
 * than the existing pages (disjoint sets with path halving, Tarjan 1975).
 */
export class UnnamedPages {
  readonly total: number;
  /** For each page, the next page from it on that may be unnamed. */
  readonly #next: Uint32Array;

  constructor(total: number) {
    this.total = total;
    this.#next = Uint32Array.from({ length: total + 2 }, (_, page) => page);
  }

  /** Returns the pages of an item that no earlier item has named. @throws invalid_page_range with cause `beyond_last_page` */
  take({ text, from, to }: PageRange, field: PageField = 'ranges'): number[] {
    if (from > this.total || (to ?? 0) > this.total) throw refusedPages(field, 'beyond_last_page', text, this.total);
    const taken: number[] = [];
    for (let page = this.#from(from); page <= (to ?? this.total); page = this.#from(page)) {
      taken.push(page);
      this.#next[page] = page + 1;
    }
    return taken;
  }

  #from(page: number): number {
    const next = this.#next;
    let at = page;
    for (let after = next[at] ?? 0; after !== at; after = next[at] ?? 0) {
      next[at] = next[after] ?? after;
      at = next[at] ?? 0;
    }
    return at;
  }
}

/** Returns the pages (from 1) of a selection, by default all. @throws invalid_page_range */
export function chosenPages(text: string | undefined, total: number): ReadonlySet<number> {
  const unnamed = new UnnamedPages(total);
  const items = text === undefined ? [] : parseSelection(text, 'pages');
  return new Set(
    text === undefined ? unnamed.take(wholeDocument) : items.flatMap((item) => unnamed.take(item, 'pages')),
  );
}

const wholeDocument: PageRange = { text: '1-', from: 1, to: null };

/**
 * Returns the selected pages (from 1) in the order written, each once.
 * @throws invalid_page_range, with `total_pages` if the document has been opened
 */
export function selectPages(text: string, total: number): number[] {
  const unnamed = new UnnamedPages(total);
  const selected = parseSelection(text).flatMap((item) => unnamed.take(item));
  if (selected.length === total && selected.every((page, n) => page === n + 1))
    throw refusedPages('ranges', 'whole_document', text, total);
  return selected;
}
