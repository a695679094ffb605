// The used cells of a sheet, and whether they can be laid out at all.
import { columnIndex } from '#core/columns.ts';
import { Failure } from '#core/failure.ts';
import { attribute } from '#core/markup.ts';
import type { Xml } from '../xml.ts';

/** Pages of A4 that they would cover. */
const maxPages = 100_000;

/** A cell covers about a fiftieth of a page's height and a ninth of its width. @throws too_many_pages */
export function checkUsed(rows: number, columns: number): void {
  const pages = Math.ceil(rows / 50) * Math.ceil(columns / 9);
  if (pages > maxPages) throw new Failure('too_many_pages', { pages, max_pages: maxPages });
}

/** The last column, from 0, and the last row, from 1, with a cell that is not empty. */
export function lastUsed(sheet: Xml): { column: number; row: number } {
  let [column, row] = [-1, 0];
  for (const { tag } of sheet.all('c')) {
    const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? [];
    if (letters === undefined || tag.endsWith('/>')) continue;
    column = Math.max(column, columnIndex(letters));
    row = Math.max(row, Number(number));
  }
  return { column, row };
}
