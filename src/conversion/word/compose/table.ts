// A block of cells as a table of Word: a grid of columns, rows as high as they were at least.
import type { Box } from '#conversion/layout/box.ts';
import { quantile } from '#conversion/layout/numbers.ts';
import type { CellBlock, LayoutBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import type { Block, Cell, Row, Table } from '../docx-model.ts';
import { fitWords } from './cell-words.ts';
import { headRowsOf } from './head-rows.ts';
import { pageBoxesOf } from '#conversion/layout/page-boxes.ts';

const thresholds = {
  /** Points: a higher row may go over to the next page, so its height is that of its text. */
  maxRow: 480,
  /** Points: a higher row may go over to the next page, too, rather than leave so much of its own empty. */
  wholeRow: 90,
  /** Points that text may reach over the edge of its cell. */
  overhang: 1,
  /** Points: text that begins further in is indented. */
  maxInset: 12,
  /** Share of the insets that are smaller than the padding. */
  smallestInsets: 0.05,
  /** Points of padding. */
  maxPadding: 6,
};

/** `compose` composes blocks within `box`. */
export function tableOf(
  table: TableBlock,
  container: Box,
  compose: (blocks: readonly LayoutBlock[], box: Box) => Block[],
): Table {
  const { xs, ys, cells } = table.isRightToLeft === true ? mirrored(table) : table;
  const headerRows = headRowsOf(table);
  const columns = xs.slice(1).map((x, n) => Math.max(1, x - (xs[n] ?? 0)));
  const padding = paddingOf(cells);
  const pages = (cell: CellBlock) => new Set(pageBoxesOf(cell.blocks).map(({ page }) => page)).size;
  // Rows that no page's end has parted are kept whole.
  const isWhole =
    new Set(cells.flatMap((cell) => pageBoxesOf(cell.blocks).map(({ page }) => page))).size > 1 &&
    cells.every((cell) => pages(cell) < 2);
  const beginning = Map.groupBy(cells, ({ row }) => row);
  let reaching: CellBlock[] = [];
  const rows = ys.slice(1).map((y, row) => {
    reaching = [...reaching.filter((cell) => cell.row + cell.rowSpan > row), ...(beginning.get(row) ?? [])];
    const own = reaching.toSorted((a, b) => a.column - b.column);
    const made: Cell[] = [];
    let column = 0;
    for (const cell of own) {
      if (cell.column < column) continue;
      // A place that no cell has.
      if (cell.column > column)
        made.push({ blocks: [], columnSpan: cell.column - column, rowSpan: 1, isCovered: false, borders: {} });
      const columnSpan = Math.min(cell.columnSpan, columns.length - cell.column);
      if (columnSpan < 1) continue;
      made.push({ ...cellOf(cell, row, padding, compose), columnSpan });
      column = cell.column + columnSpan;
    }
    if (column < columns.length)
      made.push({ blocks: [], columnSpan: columns.length - column, rowSpan: 1, isCovered: false, borders: {} });
    // The line over a row adds to its height.
    const line = Math.max(
      0,
      ...own.filter((cell) => cell.row === row).map(({ borders }) => borders.top?.thickness ?? 0),
    );
    return {
      cells: made,
      height: heightOf(y - (ys[row] ?? 0) - line),
      isHeader: row < headerRows,
      isWhole: isWhole && y - (ys[row] ?? 0) < thresholds.wholeRow,
      ...pagesOf(own.filter((cell) => cell.row === row)),
    };
  });
  const left = table.isRightToLeft === true ? container.right - (table.xs.at(-1) ?? 0) : (xs[0] ?? 0) - container.left;
  const made: Table = {
    kind: 'table',
    left,
    columns,
    padding,
    rows,
    ...(table.isRightToLeft === true ? { isRightToLeft: true } : {}),
  };
  fitWords(made, container.right - container.left - left);
  return made;
}

function pagesOf(cells: readonly CellBlock[]): Pick<Row, 'page' | 'lastPage'> {
  const pages = cells.flatMap((cell) => pageBoxesOf(cell.blocks).map(({ page }) => page));
  return pages.length === 0 ? {} : { page: Math.min(...pages), lastPage: Math.max(...pages) };
}

/** Columns in the order of reading, from the right. */
function mirrored({ xs, ys, cells }: TableBlock): Pick<TableBlock, 'xs' | 'ys' | 'cells'> {
  const count = xs.length - 1;
  return {
    xs: xs.toReversed().map((x) => -x),
    ys,
    cells: cells.map((cell) => ({ ...cell, column: count - cell.column - cell.columnSpan })),
  };
}

/** Rows that fill most of a page are as high as their content, so that they may continue on the next one. */
const heightOf = (height: number): number => (height > thresholds.maxRow ? 0 : Math.max(0, height));

function cellOf(
  cell: CellBlock,
  row: number,
  padding: number,
  compose: (blocks: readonly LayoutBlock[], box: Box) => Block[],
): Cell {
  const isCovered = row > cell.row;
  const box = {
    ...cell.box,
    top: cell.box.top + (cell.borders.top?.thickness ?? 0),
    left: cell.box.left + padding,
    right: cell.box.right - padding,
  };
  for (const block of cell.blocks) if (block.kind !== 'table') block.container = box;
  const blocks = isCovered ? [] : compose(cell.blocks, box);
  for (const block of blocks) if (block.kind === 'paragraph' && block.shading === cell.shading) delete block.shading;
  return {
    blocks,
    columnSpan: cell.columnSpan,
    rowSpan: cell.rowSpan,
    isCovered,
    ...(cell.shading === undefined ? {} : { shading: cell.shading }),
    borders: cell.borders,
  };
}

/** The padding of most cells on both sides. */
function paddingOf(cells: readonly CellBlock[]): number {
  const insets = cells.flatMap((cell) =>
    pageBoxesOf(cell.blocks).flatMap(({ box }) =>
      [box.left - cell.box.left, cell.box.right - box.right].filter(
        (inset) => inset > -thresholds.overhang && inset < thresholds.maxInset,
      ),
    ),
  );
  return Math.max(0, Math.min(thresholds.maxPadding, quantile(insets, thresholds.smallestInsets) ?? 0));
}
