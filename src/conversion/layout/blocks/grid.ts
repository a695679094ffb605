// The grid of a table: cells are between the edges of its columns and rows.
import type { Borders, CellBlock, TableBlock } from '../layout-blocks.ts';

type Grid = Readonly<Record<keyof Pick<TableBlock, 'xs' | 'ys'>, readonly number[]>>;
type Place = Pick<CellBlock, 'row' | 'column'> & Partial<Pick<CellBlock, 'rowSpan' | 'columnSpan'>>;

/** A cell of the grid, still without its content and borders. */
export function cellOn({ xs, ys }: Grid, { row, column, rowSpan = 1, columnSpan = 1 }: Place): CellBlock {
  const box = {
    left: xs[column] ?? 0,
    right: xs[column + columnSpan] ?? 0,
    top: ys[row] ?? 0,
    bottom: ys[row + rowSpan] ?? 0,
  };
  return { box, row, column, rowSpan, columnSpan, blocks: [], borders: {} };
}

/** The borders of one of the parts of a cell: only the first and the last one have those at its ends. */
export const bordersOfPart = (
  borders: Borders,
  [start, end]: readonly [keyof Borders, keyof Borders],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Borders =>
  Object.fromEntries(
    Object.entries(borders).filter(([side]) => (side !== start || isFirst) && (side !== end || isLast)),
  ) as Borders;
