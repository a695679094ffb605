// Columns of a tagged table that were printed on pages beside each other, as spreadsheets are that are wider than a page.
import type { Box } from '../box.ts';
import type { CellBlock } from '../layout-blocks.ts';
import { mostFrequent } from '../numbers.ts';
import type { PageBox } from '../page-boxes.ts';
import type { PageContent } from '../page-content.ts';

/** Columns that share their pages. */
interface Group {
  from: number;
  pages: Set<number>;
}

/** The position of a cell if the pages beside each other were one. */
export interface ColumnsBeside {
  /** Points that the columns of a cell's pages begin further to the right than on the page. */
  offsetOf: (cell: CellBlock) => number;
  /** The page beside, with the first columns of the same rows. */
  firstOf: (page: number) => number;
}

/** Undefined where all columns are on the same pages. */
export function columnsBeside(
  cells: readonly CellBlock[],
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>,
  pages: readonly PageContent[],
): ColumnsBeside | undefined {
  const groups = groupsOf(cells, extents);
  if (groups.length < 2) return undefined;
  const widths = new Map(pages.map(({ index, width }) => [index, width]));
  let offset = 0;
  const offsets = groups.map(({ pages: own }) => {
    const begins = offset;
    offset += Math.max(...[...own].map((page) => widths.get(page) ?? 0));
    return begins;
  });
  const firsts = firstPages(cells, extents, groups);
  return {
    offsetOf: ({ column }) => offsets[groups.findLastIndex(({ from }) => from <= column)] ?? 0,
    firstOf: (page) => firsts.get(page) ?? page,
  };
}

/** From left to right; one alone where pages do not part the columns. */
function groupsOf(cells: readonly CellBlock[], extents: ReadonlyMap<CellBlock, readonly PageBox[]>): Group[] {
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const groups: Group[] = [];
  for (const column of [...byColumn.keys()].toSorted((a, b) => a - b)) {
    const own = new Set(
      (byColumn.get(column) ?? []).flatMap((cell) => (extents.get(cell) ?? []).map(({ page }) => page)),
    );
    if (own.size === 0) continue;
    const known = groups.findIndex(({ pages }) => !pages.isDisjointFrom(own));
    if (known < 0) groups.push({ from: groups.length === 0 ? 0 : column, pages: own });
    else if (known < groups.length - 1) return [];
    else for (const page of own) groups[known]?.pages.add(page);
  }
  return groups.every(({ pages }, n) => groups.every((other, m) => n === m || pages.isDisjointFrom(other.pages)))
    ? groups
    : [];
}

/** For each page that of the first group which most of its rows begin on. */
function firstPages(
  cells: readonly CellBlock[],
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>,
  groups: readonly Group[],
): Map<number, number> {
  const firstOfRow = new Map<number, number>();
  const rowsOn = new Map<number, number[]>();
  for (const cell of cells)
    for (const { page } of extents.get(cell) ?? []) {
      if (groups[0]?.pages.has(page) === true) firstOfRow.set(cell.row, page);
      const rows = rowsOn.get(page);
      if (rows === undefined) rowsOn.set(page, [cell.row]);
      else rows.push(cell.row);
    }
  return new Map(
    [...rowsOn].flatMap(([page, rows]) => {
      const first = mostFrequent(rows.flatMap((row) => firstOfRow.get(row) ?? []));
      return first === undefined ? [] : [[page, first]];
    }),
  );
}

export const shifted = <Place extends Box>(box: Place, points: number): Place =>
  points === 0 ? box : { ...box, left: box.left + points, right: box.right + points };
