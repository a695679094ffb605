// The edges of a tagged table's rows: from drawn lines, from heights that tags state, or from the positions of its text.
import type { CellBlock } from '../layout-blocks.ts';
import type { PageBox } from '../page-boxes.ts';
import { edgeBetween, edgeSlack, lineAfter, type StatedSize } from './edges.ts';

const thresholds = {
  /** Points between a row's edge and its text where nothing is drawn. */
  padding: 1,
  /** Points above the first text within which the outer line is searched. */
  outerEdge: 12,
  /** Points below the last text within which the outer line is searched. */
  lastEdge: 40,
};

export interface PlacedCells {
  cells: readonly CellBlock[];
  /** The content of each cell, by page. */
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>;
  rows: number;
}

/** Rows are as high as stated, from where the first one begins. */
export function withHeights(
  ys: number[],
  cells: readonly CellBlock[],
  stated: ReadonlyMap<CellBlock, StatedSize>,
  scale: number,
): void {
  const heights = Array.from({ length: ys.length - 1 }, (_, row) =>
    Math.max(
      0,
      ...cells
        .filter((cell) => cell.row === row && cell.rowSpan === 1)
        .map((cell) => (stated.get(cell)?.height ?? 0) * scale),
    ),
  );
  if (heights.some((height) => height <= 0)) return;
  for (const [row, height] of heights.entries()) ys[row + 1] = (ys[row] ?? 0) + height;
}

/** Of rows on other pages only their order is known. */
export function rowEdges(
  { cells, extents, rows }: PlacedCells,
  page: number,
  { horizontal }: { horizontal: readonly number[] },
): number[] {
  const edges: number[] = [];
  for (let n = 0; n <= rows; n++) {
    const of = (isSide: (cell: CellBlock) => boolean) =>
      cells.filter(isSide).flatMap((cell) => (extents.get(cell) ?? []).filter((extent) => extent.page === page));
    const above = of((cell) => cell.row + cell.rowSpan === n).map(({ box }) => box.bottom);
    const below = of((cell) => cell.row === n).map(({ box }) => box.top);
    const [low, high] = [Math.max(-Infinity, ...above), Math.min(Infinity, ...below)];
    if (!Number.isFinite(low) && !Number.isFinite(high)) edges.push(NaN);
    else if (n === 0) edges.push(edgeBetween(high - thresholds.outerEdge, high, horizontal, thresholds.padding));
    else if (!Number.isFinite(high))
      edges.push(
        Math.min(low + thresholds.lastEdge, lineAfter(horizontal, low - edgeSlack) ?? low + thresholds.padding),
      );
    else edges.push(edgeBetween(Math.min(low, high), high, horizontal, thresholds.padding));
  }
  const first = edges.find((edge) => Number.isFinite(edge)) ?? 0;
  for (let n = 0; n < edges.length; n++) {
    const before = edges[n - 1] ?? first;
    edges[n] = Number.isFinite(edges[n]) ? Math.max(before, edges[n] ?? 0) : before;
  }
  return edges;
}
