// Merges of whole rows and columns: Excel prints them as far as the sheet is used, LibreOffice to the last of 16,384 columns.
import { columnIndex, columnLetters } from '#core/columns.ts';
import { attribute } from '#core/markup.ts';
import type { Xml } from '../xml.ts';
import { lastUsed } from './used.ts';

const lastOfAll = { column: 16_383, row: 1_048_576 } as const;

/** The merged ranges of a sheet: columns from 0, rows from 1. */
export const mergesOf = (sheet: Xml) =>
  [...sheet.all('mergeCell')].flatMap(({ tag, at }) => {
    const range = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(attribute(tag, 'ref') ?? '');
    if (range === null) return [];
    const [, left = '', top, right = '', bottom] = range;
    return { tag, at, left: columnIndex(left), top: Number(top), right: columnIndex(right), bottom: Number(bottom) };
  });

/** The sheet with such merges cut to where it is used: by cells with content, and by other merges. */
export function withBoundedMerges(sheet: Xml): Xml {
  const merges = mergesOf(sheet).map((merge) => ({
    ...merge,
    isRow: merge.right >= lastOfAll.column,
    isColumn: merge.bottom >= lastOfAll.row,
  }));
  const whole = merges.filter(({ isRow, isColumn }) => isRow || isColumn);
  if (whole.length === 0) return sheet;
  const used = lastUsed(sheet);
  let [column, row] = [Math.max(0, used.column), Math.max(1, used.row)];
  for (const { isRow, isColumn, right, bottom } of merges) {
    if (!isRow) column = Math.max(column, right);
    if (!isColumn) row = Math.max(row, bottom);
  }
  return sheet.with(
    whole.map(({ tag, at: [from, to], left, top, right, bottom, isRow, isColumn }) => {
      const lastColumn = columnLetters(isRow ? Math.max(left, column) : right);
      const ref = `${columnLetters(left)}${top}:${lastColumn}${isColumn ? Math.max(top, row) : bottom}`;
      return [from, to, tag.replace(/\sref\s*=\s*(?:"[^"]*"|'[^']*')/, ` ref="${ref}"`)];
    }),
  );
}
