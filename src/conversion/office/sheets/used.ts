// Whether the used cells of a sheet can be laid out at all.
import { Failure } from '#core/failure.ts';

/** Pages of A4 that they would cover. */
const maxPages = 100_000;

/** A cell takes about a fiftieth of a page's height and a ninth of its width. @throws too_many_pages */
export function checkUsed(rows: number, columns: number): void {
  const pages = Math.ceil(rows / 50) * Math.ceil(columns / 9);
  if (pages > maxPages) throw new Failure('too_many_pages', { pages, max_pages: maxPages });
}
