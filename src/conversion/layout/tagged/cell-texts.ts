// Corrects tags by the positions of the cells' texts: spreadsheets leave out empty cells and let text run on over its neighbours, and
// tables that are read from right to left count their columns from there.
import { type Box, union } from '../box.ts';
import type { CellBlock } from '../layout-blocks.ts';
import { pageBoxesOf } from '../page-boxes.ts';
import { tolerances } from '../tolerances.ts';
import { hasNumber } from './page-columns.ts';

export interface CellText {
  cell: CellBlock;
  box: Box;
}

/** Cells whose words run on over empty places on their right take those as well; numbers do not. @returns the cells that are left */
export function overEmptyPlaces(
  cells: readonly CellBlock[],
  texts: readonly CellText[],
  xs: readonly number[],
): CellBlock[] {
  const gone = new Set<CellBlock>();
  for (const { cell, box } of texts) {
    if (box.right < (xs[cell.column + cell.columnSpan] ?? Infinity) + tolerances.slackPoints || hasNumber(cell))
      continue;
    const row = cells.filter((other) => other.row <= cell.row && other.row + other.rowSpan > cell.row);
    for (;;) {
      const end = cell.column + cell.columnSpan;
      const next = row.find(
        (other) => !gone.has(other) && other.column <= end && other.column + other.columnSpan > end,
      );
      const isFree = next === undefined || (next.blocks.length === 0 && next.rowSpan === 1 && next.column === end);
      if (!isFree || cell.rowSpan > 1 || end >= xs.length - 1 || box.right < (xs[end] ?? 0) + tolerances.slackPoints)
        break;
      if (next !== undefined) gone.add(next);
      cell.columnSpan += next?.columnSpan ?? 1;
    }
  }
  return cells.filter((cell) => !gone.has(cell));
}

/** Whether the columns of most rows go from right to left: their edges are another matter. */
export function isFromRightToLeft(texts: readonly CellText[]): boolean {
  let [back, forth] = [0, 0];
  for (const [n, { cell, box }] of texts.entries()) {
    const before = texts[n - 1];
    if (before === undefined || before.cell === cell || before.cell.row !== cell.row) continue;
    if (box.right < before.box.left + tolerances.slackPoints) back++;
    else if (box.left > before.box.right - tolerances.slackPoints) forth++;
  }
  return back > forth;
}

/** The last cell of a row read from right to left extends over the columns left of it, if its text does. */
export function reachLeft(cells: readonly CellBlock[], xs: readonly number[]): void {
  for (const row of Map.groupBy(cells, (cell) => cell.row).values()) {
    const [last] = row.toSorted((a, b) => a.column - b.column);
    if (last === undefined) continue;
    const { left } = union(pageBoxesOf(last.blocks).map(({ box }) => box));
    const reached = xs.filter((x, n) => n > 0 && n <= last.column && x > left).length;
    last.column -= reached;
    last.columnSpan += reached;
  }
}
