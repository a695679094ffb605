// The cells of a table as its tags say: in rows, with the columns and rows that each spans (ISO 32000-2, 14.8.4.8.3).
import { mark } from '../claims.ts';
import { type CellBlock, type LayoutBlock, type TextBlock, textBlocks } from '../layout-blocks.ts';
import { cellOn } from '../blocks/grid.ts';
import { textOfLine } from '../lines/lines.ts';
import type { StatedSize } from './edges.ts';
import { readingLines } from './reading-lines.ts';
import { withoutRepeatedTitles } from './repeated-titles.ts';
import { groupingTypes } from './roles.ts';
import { isMarkedContent, type StructureElement } from './tree.ts';

/** The maximum of columns in Word. */
export const maxWordColumns = 63;
/** Those of a table that may be wider than a page. */
const maxWideColumns = 200;
const maxColumnSpan = 60;

export interface TableCells {
  cells: CellBlock[];
  stated: Map<CellBlock, StatedSize>;
  rows: number;
  /** Rows at the top in which all cells are headers. */
  headerRows: number;
}

/** The table's cells in the free positions of its grid; `blocksOf` makes their content. */
export function cellsOfTable(
  table: StructureElement,
  blocksOf: (cell: StructureElement) => LayoutBlock[],
  isWide = false,
): TableCells {
  const maxColumns = isWide ? maxWideColumns : maxWordColumns;
  const rows = rowsOf(table);
  const cells: CellBlock[] = [];
  const stated = new Map<CellBlock, StatedSize>();
  /** Until which row cells from above reach down, by column. */
  const takenUntil: number[] = [];
  for (const [row, items] of rows.entries()) {
    let column = 0;
    for (const item of items) {
      while ((takenUntil[column] ?? 0) > row) column++;
      if (column >= maxColumns) break;
      const columnSpan = spanOf(item, '/ColSpan', Math.min(maxColumnSpan, maxColumns - column));
      const rowSpan = spanOf(item, '/RowSpan', rows.length - row);
      for (let c = column; c < column + columnSpan; c++) takenUntil[c] = row + rowSpan;
      // Its box is that of its content.
      const cell = { ...cellOn({ xs: [], ys: [] }, { row, column, rowSpan, columnSpan }), blocks: blocksOf(item) };
      cells.push(cell);
      stated.set(cell, statedSize(item));
      column += columnSpan;
    }
  }
  const headerRows = Math.max(
    0,
    rows.findIndex((row) => row.some(({ type }) => type !== 'TH')),
  );
  for (const cell of cells) if (cell.row < headerRows) for (const block of textBlocks(cell.blocks)) dropRepeats(block);
  return { ...(isWide ? withoutRepeatedTitles(cells, rows.length) : { cells, rows: rows.length }), stated, headerRows };
}

/** Header rows that come again on every page are in the tree with all their pages: only those of the first page stay. */
function dropRepeats(block: TextBlock): void {
  const page = block.lines[0]?.page;
  const first = block.lines.filter((line) => line.page === page).map(textOfLine);
  const later = block.lines.filter((line) => line.page !== page);
  if (later.length === 0 || !later.every((line) => first.includes(textOfLine(line)))) return;
  for (const { glyphs } of later) mark(glyphs, 'table head');
  // Pieces of one line were parted by those of other pages.
  const glyphs = block.lines.filter((line) => line.page === page).flatMap((line) => line.glyphs);
  block.lines = readingLines(
    glyphs,
    glyphs.map(() => page ?? 0),
  );
}

function spanOf({ attributes }: StructureElement, key: '/ColSpan' | '/RowSpan', max: number): number {
  const value = attributes[key];
  return typeof value === 'number' ? Math.max(1, Math.min(max, Math.round(value))) : 1;
}

function statedSize({ attributes: { '/Width': width, '/Height': height } }: StructureElement): StatedSize {
  return {
    ...(typeof width === 'number' ? { width } : {}),
    ...(typeof height === 'number' ? { height } : {}),
  };
}

function rowsOf(element: StructureElement): StructureElement[][] {
  return element.kids.flatMap((kid): StructureElement[][] => {
    if (isMarkedContent(kid)) return [];
    if (kid.type === 'TR')
      return [
        kid.kids.filter(
          (cell): cell is StructureElement => !isMarkedContent(cell) && (cell.type === 'TD' || cell.type === 'TH'),
        ),
      ];
    return groupingTypes.has(kid.type) ? rowsOf(kid) : [];
  });
}
