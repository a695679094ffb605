// The edges of a tagged table's columns: from drawn lines, from widths that tags state, or from the positions of its text.
import { middleX, type Span, union } from '../box.ts';
import type { CellBlock } from '../layout-blocks.ts';
import type { PageBox } from '../page-boxes.ts';
import { edgeBetween, edgeSlack, lineAfter, padding } from './edges.ts';
import type { CellText } from './cell-texts.ts';
import type { TableCells } from './table-cells.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the text that may be outside of its cells. */
  misplaced: 0.1,
  /** Times the width of the text: a table is not narrower. */
  narrower: 0.97,
  /** Times the width of the page: a table is not wider. */
  wider: 1.2,
  /** Units by which edges that add up may be in disorder. */
  rounding: 0.01,
  /** Times that widths are added up. */
  passes: 4,
  /** Lines that a misplaced text outweighs. */
  misplacedWeight: 3,
  /** Points before the first text within which the outer line is searched. */
  outerEdge: 14,
  /** Points after the last text within which the outer line is searched. */
  lastEdge: 300,
  /** Points of a column without anything. */
  emptyColumn: 20,
  /** Points of a column at least. */
  minColumn: 2,
};

/** How much text is outside of its cell. */
const misplaced = (xs: readonly number[], texts: readonly CellText[]): number =>
  texts.filter(({ cell, box }) => {
    const middle = middleX(box);
    return (
      middle < (xs[cell.column] ?? 0) - tolerances.slackPoints ||
      middle > (xs[cell.column + cell.columnSpan] ?? 0) + tolerances.slackPoints
    );
  }).length;

/** Points of a unit: 1 as ISO 32000-2 wants it; producers also write thousands of twips and inches. */
const units = [1, 50, 72];

/** Column edges from stated widths, fitted to the drawn lines and the text. */
export function fittedColumns(
  { cells, stated, rows }: TableCells,
  columns: number,
  texts: readonly CellText[],
  { vertical, pageWidth }: { vertical: readonly number[]; pageWidth: number },
): { xs: number[]; scale: number } | undefined {
  const relative: number[] = [0];
  // Widths add up from the left, repeatedly for edges that only later rows have.
  for (let turn = 0; turn < thresholds.passes; turn++)
    for (let row = 0; row < rows; row++)
      for (const cell of cells.filter((own) => own.row === row)) {
        const width = stated.get(cell)?.width;
        const [from, to] = [relative[cell.column], relative[cell.column + cell.columnSpan]];
        if (width !== undefined && from !== undefined && to === undefined)
          relative[cell.column + cell.columnSpan] = from + width;
        if (width !== undefined && from === undefined && to !== undefined) relative[cell.column] = to - width;
      }
  const edges = Array.from({ length: columns + 1 }, (_, n) => relative[n]);
  if (edges.some((edge, n) => edge === undefined || edge < (edges[n - 1] ?? 0) - thresholds.rounding)) return undefined;
  const known = edges as number[];
  const total = known.at(-1) ?? 0;
  const written = union(texts.map(({ box }) => box));
  const scale = units.find(
    (unit) =>
      total * unit > (written.right - written.left) * thresholds.narrower &&
      total * unit < pageWidth * thresholds.wider,
  );
  if (scale === undefined || total <= 0) return undefined;
  const leftmost = Math.min(...texts.map(({ cell, box }) => box.left - (known[cell.column] ?? 0) * scale));
  const starts = [leftmost - padding, ...vertical.flatMap((at) => known.map((edge) => at - edge * scale))];
  const score = (start: number): number => {
    const xs = known.map((edge) => start + edge * scale);
    const lines = vertical.filter((at) => xs.some((x) => Math.abs(x - at) < tolerances.sameEdgePoints)).length;
    return lines - misplaced(xs, texts) * thresholds.misplacedWeight;
  };
  const best = starts.toSorted((a, b) => score(b) - score(a))[0] ?? leftmost;
  const xs = known.map((edge) => best + edge * scale);
  return misplaced(xs, texts) <= texts.length * thresholds.misplaced ? { xs, scale } : undefined;
}

/** The edges of columns whose texts are known: drawn lines, or the room between them. */
export function edgesOfColumns(columns: readonly Span[], vertical: readonly number[]): number[] {
  const inner = columns.map(({ left }, n) => {
    const before = columns[n - 1]?.right ?? left - thresholds.outerEdge;
    return edgeBetween(before, left, vertical, padding);
  });
  return [...inner, lastEdge(columns.at(-1)?.right ?? 0, vertical)];
}

function lastEdge(right: number, vertical: readonly number[]): number {
  const line = lineAfter(vertical, right - edgeSlack) ?? Infinity;
  return line < right + thresholds.lastEdge ? line : right + padding;
}

export function columnEdges(
  cells: readonly CellBlock[],
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>,
  columns: number,
  { vertical }: { vertical: readonly number[] },
): number[] {
  const lefts = (column: number) =>
    cells
      .filter((cell) => cell.column === column)
      .flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => box.left));
  const rights = (column: number) =>
    cells
      .filter((cell) => cell.column + cell.columnSpan === column)
      .flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => box.right));
  const edges: number[] = [];
  for (let n = 0; n <= columns; n++) {
    const [low, high] = [Math.max(-Infinity, ...rights(n)), Math.min(Infinity, ...lefts(n))];
    const isEnd = n === 0 || n === columns;
    const reach = isEnd ? thresholds.outerEdge : 0;
    if (n === 0) edges.push(edgeBetween(high - reach, high, vertical, padding));
    else if (n === columns) edges.push(lastEdge(low, vertical));
    else if (Number.isFinite(low) || Number.isFinite(high))
      edges.push(edgeBetween(Math.min(low, high), high, vertical, padding));
    else edges.push(NaN);
  }
  // Columns without anything of their own share the room, at the left they get a little.
  for (const [n, edge] of edges.entries()) if (!Number.isFinite(edge)) edges[n] = NaN;
  const known = edges.findIndex((edge) => !Number.isNaN(edge));
  for (let n = known - 1; n >= 0; n--) edges[n] = (edges[n + 1] ?? 0) - thresholds.emptyColumn;
  for (let n = 1; n < edges.length; n++) {
    if (!Number.isNaN(edges[n])) {
      edges[n] = Math.max(edges[n] ?? 0, (edges[n - 1] ?? 0) + thresholds.minColumn);
      continue;
    }
    let end = n;
    while (end < edges.length && Number.isNaN(edges[end])) end++;
    const [from, to] = [edges[n - 1] ?? 0, edges[end] ?? (edges[n - 1] ?? 0) + thresholds.emptyColumn];
    edges[n] = from + Math.max(thresholds.minColumn, (to - from) / (end - n + 1));
  }
  return edges;
}
