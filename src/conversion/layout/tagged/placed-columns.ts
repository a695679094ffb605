// Columns from where the cells' texts stand, for tables whose tags do not fit the page: spreadsheets leave out empty cells, let text
// run on over its neighbours, and cut wide tables at the page's edge.
import { type Box, union } from '../box.ts';
import type { CellBlock } from '../layout-blocks.ts';
import { padding } from './edges.ts';
import { hasNumber } from './page-columns.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Times its cell's width that a text may have ... */
  squeezed: 1.25,
  /** ... and the share of the text that may stand in narrower cells. */
  squeezedShare: 0.12,
  /** ... and the share of the texts that may be. */
  misplacedShare: 0.25,
  /** Share of the rows whose text may lie over the room between two columns. */
  crossing: 0.04,
  /** Columns of a table that Word takes (63), as many as a table is given at all. */
  maxColumns: 63,
};

export interface CellText {
  cell: CellBlock;
  box: Box;
}

/** Whether cells are much narrower than what stands in them, so that text would break into pieces, or stand elsewhere. */
export function isUnlike(xs: readonly number[], texts: readonly CellText[]): boolean {
  let [all, squeezed, misplaced] = [0, 0, 0];
  for (const { cell, box } of texts) {
    const [left, right] = [xs[cell.column] ?? 0, xs[cell.column + cell.columnSpan] ?? 0];
    const [width, middle] = [box.right - box.left, (box.left + box.right) / 2];
    all += width;
    if (width > (right - left) * thresholds.squeezed) squeezed += width;
    if (middle < left - tolerances.slackPoints || middle > right + tolerances.slackPoints) misplaced++;
  }
  return squeezed > all * thresholds.squeezedShare || misplaced > texts.length * thresholds.misplacedShare;
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

/** The edges where hardly any row has text over them. */
export function placedColumns(texts: readonly CellText[], vertical: readonly number[]): number[] {
  const boxes = boxesOf(texts);
  const rows = Map.groupBy([...boxes], ([{ row }]) => row);
  return edgesBetween(
    [...rows.values()].map((row) => row.map(([, box]) => box)),
    vertical,
  );
}

/** Those with text, each in the columns that its text lies over. */
export function placedCells(
  cells: readonly CellBlock[],
  texts: readonly CellText[],
  xs: readonly number[],
): CellBlock[] {
  const boxes = boxesOf(texts);
  return [...Map.groupBy(cells, ({ row }) => row).values()].flatMap((row) => {
    const inOrder = row
      .filter((cell) => boxes.has(cell))
      .toSorted((a, b) => (boxes.get(a)?.left ?? 0) - (boxes.get(b)?.left ?? 0));
    let free = 0;
    const own: CellBlock[] = [];
    for (const cell of inOrder) {
      const box = boxes.get(cell);
      if (box === undefined) continue;
      const from = Math.max(
        free,
        xs.findLastIndex((x) => x <= box.left + tolerances.slackPoints),
      );
      const last = own.at(-1);
      // No column is left: it shares the last one.
      if (from > xs.length - 2 && last !== undefined) {
        last.blocks.push(...cell.blocks);
        continue;
      }
      cell.column = Math.max(0, Math.min(from, xs.length - 2));
      const end = xs.findIndex((x, n) => n > cell.column && x >= box.right - tolerances.slackPoints);
      cell.columnSpan = Math.max(1, (end < 0 ? xs.length - 1 : end) - cell.column);
      // Text that runs on ends where the next one begins.
      if (last !== undefined) last.columnSpan = Math.max(1, Math.min(last.columnSpan, cell.column - last.column));
      free = cell.column + 1;
      own.push(cell);
    }
    return own;
  });
}

const boxesOf = (texts: readonly CellText[]): Map<CellBlock, Box> =>
  new Map([...Map.groupBy(texts, ({ cell }) => cell)].map(([cell, own]) => [cell, union(own.map(({ box }) => box))]));

/** Drawn lines, and the middles of the room between columns; rows of a single text say nothing of columns. */
function edgesBetween(rows: readonly (readonly Box[])[], vertical: readonly number[]): number[] {
  const several = rows.filter((row) => row.length > 1);
  const counted = several.length > 0 ? several : rows;
  const all = rows.flat();
  const [left, right] = [Math.min(...all.map((box) => box.left)), Math.max(...all.map((box) => box.right))];
  const steps = counted
    .flat()
    .flatMap((box) => [
      { at: box.left, change: 1 },
      { at: box.right, change: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || b.change - a.change);
  const few = counted.length * thresholds.crossing;
  const edges = [left - padding];
  let covering = 0;
  let begun: number | undefined;
  for (const { at, change } of steps) {
    const before = covering;
    covering += change;
    if (before > few && covering <= few) begun = at;
    else if (before <= few && covering > few && begun !== undefined) {
      if (at - begun > tolerances.sameLinePoints) edges.push(Math.max((begun + at) / 2, at - padding));
      begun = undefined;
    }
  }
  const end = right + padding;
  const snapped = edges.map(
    (edge) => vertical.find((line) => Math.abs(line - edge) < tolerances.sameColumnPoints) ?? edge,
  );
  return [
    ...snapped,
    vertical.find((line) => line >= right - 1 && line < end + tolerances.sameColumnPoints) ?? end,
  ].slice(-thresholds.maxColumns - 1);
}
