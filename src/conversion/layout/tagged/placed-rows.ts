// Rows of a tagged table that have fewer cells than it has columns: Chromium, Word and spreadsheets leave empty cells out of the tree, and
// counting would move the following cells to the left. The texts of such a row are laid on the columns in their order where they fit
// best, by dynamic programming: positions outweigh tags.
import { type Box, sharedWidth, type Span, union } from '../box.ts';
import { cellOn } from '../blocks/grid.ts';
import type { CellBlock } from '../layout-blocks.ts';
import type { CellText } from './cell-texts.ts';
import { areInOrder, columnsOfPage, hasNumber, ownSpans } from './page-columns.ts';
import { tolerances } from '../tolerances.ts';

/** Costs per point of text outside its column and of distance from it, and of each further column. */
const costs = { outside: 1, apart: 2, furtherColumn: 3 };

interface PlacedRows {
  cells: CellBlock[];
  /** Those of the page, if tags and positions contradict each other. */
  columns?: readonly Span[];
}

/**
 * Leaves the cells where tags count them while this agrees with the positions of their texts. Otherwise puts all of them into the columns of
 * the page, and empty cells into the places between.
 * @param texts the content of the cells, from left to right
 * @param counted columns, as tags count them
 * @param vertical drawn lines
 * @param maxColumns of a page with more the cells stay, too
 */
export function placeRows(
  cells: readonly CellBlock[],
  texts: readonly CellText[],
  counted: number,
  vertical: readonly number[],
  maxColumns: number,
): PlacedRows {
  const boxes = new Map(
    [...Map.groupBy(texts, ({ cell }) => cell)].map(([cell, own]) => [cell, union(own.map(({ box }) => box))]),
  );
  const spans = ownSpans(cells, boxes);
  const columns = columnsOfPage(spans, vertical);
  const agree = columns.length <= counted && areInOrder(spans);
  if (agree || columns.length > maxColumns) return { cells: [...cells] };
  const counts = cells.map(({ column, columnSpan, rowSpan }) => ({ column, columnSpan, rowSpan }));
  const above: CellBlock[] = [];
  const placed: CellBlock[] = [];
  for (const [row, own] of [...Map.groupBy(cells, (cell) => cell.row)].toSorted(([a], [b]) => a - b)) {
    const reaching = above.filter((cell) => cell.row + cell.rowSpan > row);
    const found = placeRow(row, own, { boxes, columns, reaching });
    if (found === undefined) return { cells: cells.map((cell, n) => Object.assign(cell, counts[n])) };
    above.splice(0, Infinity, ...reaching, ...found.filter(({ rowSpan }) => rowSpan > 1));
    placed.push(...found);
  }
  return { cells: placed, columns };
}

interface Places {
  boxes: ReadonlyMap<CellBlock, Box>;
  columns: readonly Span[];
  /** Cells of rows above that reach into the row. */
  reaching: readonly CellBlock[];
}

/** The cells of one row; undefined where there are too few columns. */
function placeRow(
  row: number,
  own: readonly CellBlock[],
  { boxes, columns, reaching }: Places,
): CellBlock[] | undefined {
  const written = own
    .filter((cell) => boxes.has(cell))
    .toSorted((a, b) => (boxes.get(a)?.left ?? 0) - (boxes.get(b)?.left ?? 0));
  const taken = columns.map((_, n) =>
    reaching.find(({ column, columnSpan }) => column <= n && n < column + columnSpan),
  );
  // A text that runs on ends where the next one begins.
  const spans = written.map((cell, n): Span => {
    const { left, right } = boxes.get(cell) as Box;
    const next = written[n + 1];
    return { left, right: Math.min(right, next === undefined ? right : (boxes.get(next)?.left ?? right)) };
  });
  const ways = cheapest(written, spans, columns);
  if (ways === undefined) return undefined;
  for (const [n, { from, to }] of ways.entries()) {
    const cell = written[n] as CellBlock;
    [cell.column, cell.columnSpan] = [from, to - from + 1];
    // Tags that let another cell reach down here are wrong.
    for (const cover of taken.slice(from, to + 1)) if (cover !== undefined) cover.rowSpan = row - cover.row;
  }
  const covered = [...written, ...reaching.filter((cell) => cell.row + cell.rowSpan > row)];
  const free = columns
    .keys()
    .filter((n) => !covered.some(({ column, columnSpan }) => column <= n && n < column + columnSpan));
  const empty = free.map((column) => cellOn({ xs: [], ys: [] }, { row, column }));
  return [...written, ...empty].sort((a, b) => a.column - b.column);
}

/** The first and last column of a cell, the cost up to it, and the position of the previous one. */
interface Way {
  from: number;
  to: number;
  sum: number;
  before?: Way;
}

/** Places for all cells of a row; undefined where there are too few. */
function cheapest(cells: readonly CellBlock[], spans: readonly Span[], columns: readonly Span[]): Way[] | undefined {
  /** The best way for the cells so far that ends before each column. */
  let best: (Way | undefined)[] = [];
  for (const [n, cell] of cells.entries()) {
    const box = spans[n] ?? { left: 0, right: 0 };
    const mayReach = !hasNumber(cell);
    const next: (Way | undefined)[] = Array.from({ length: columns.length + 1 });
    for (let from = 0; from < columns.length; from++) {
      const before = best[from];
      if (n > 0 && before === undefined) continue;
      for (let to = from + cell.columnSpan - 1; to < columns.length; to++) {
        const further = to - from + 1 - cell.columnSpan;
        if (further > 0 && (!mayReach || (columns[to]?.left ?? 0) >= box.right)) break;
        const sum = (before?.sum ?? 0) + costOf(box, columns.slice(from, to + 1)) + further * costs.furtherColumn;
        if (sum < (next[to + 1]?.sum ?? Infinity))
          next[to + 1] = { from, to, sum, ...(before === undefined ? {} : { before }) };
      }
    }
    for (let at = 1; at < next.length; at++)
      if ((next[at - 1]?.sum ?? Infinity) < (next[at]?.sum ?? Infinity)) next[at] = next[at - 1];
    best = next;
  }
  const ways: Way[] = [];
  for (let way = best.at(-1); way !== undefined; way = way.before) ways.unshift(way);
  return ways.length === cells.length ? ways : undefined;
}

/** The cost of placing a text in adjacent columns. */
function costOf(box: Span, columns: readonly Span[]): number {
  const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
  const outside =
    Math.max(0, left - tolerances.sameLinePoints - box.left) +
    Math.max(0, box.right - right - tolerances.sameLinePoints);
  const apart = Math.max(0, -sharedWidth(box, { left, right }));
  return outside * costs.outside + apart * costs.apart;
}
