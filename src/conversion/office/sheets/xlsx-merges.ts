// Merges of whole rows and columns: Excel prints them as far as the sheet is used, LibreOffice to the last of 16,384 columns.
import { columnIndex, columnLetters } from './columns.ts';

const lastOfAll = { column: 16_383, row: 1_048_576 } as const;
const mergeCells = /<(?:\w+:)?mergeCell\s+ref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"/g;

/** The sheet with such merges cut to where it is used: by cells with content, and by other merges. */
export function withBoundedMerges(sheet: string): string {
  const merges = [...sheet.matchAll(mergeCells)].map(([tag, left = '', top, right = '', bottom]) => ({
    tag,
    left: columnIndex(left),
    top: Number(top),
    right: columnIndex(right),
    bottom: Number(bottom),
  }));
  const isWhole = (merge: (typeof merges)[number]) => ({
    row: merge.right >= lastOfAll.column,
    column: merge.bottom >= lastOfAll.row,
  });
  if (!merges.some((merge) => isWhole(merge).row || isWhole(merge).column)) return sheet;
  let [column, row] = [0, 1];
  for (const [, letters, number] of sheet.matchAll(/<(?:\w+:)?c r="([A-Z]+)(\d+)"(?:[^<>]*[^<>/])?>/g)) {
    column = Math.max(column, columnIndex(letters ?? 'A'));
    row = Math.max(row, Number(number));
  }
  for (const merge of merges) {
    if (!isWhole(merge).row) column = Math.max(column, merge.right);
    if (!isWhole(merge).column) row = Math.max(row, merge.bottom);
  }
  return sheet.replaceAll(mergeCells, (tag, left: string, top: string, right: string, bottom: string) => {
    const merge = { tag, left: columnIndex(left), top: Number(top), right: columnIndex(right), bottom: Number(bottom) };
    const { row: isRow, column: isColumn } = isWhole(merge);
    if (!isRow && !isColumn) return tag;
    const [lastColumn, lastRow] = [
      isRow ? Math.max(merge.left, column) : merge.right,
      isColumn ? Math.max(merge.top, row) : merge.bottom,
    ];
    return tag.replace(/ref="[^"]*"/, `ref="${left}${top}:${columnLetters(lastColumn)}${lastRow}"`);
  });
}
