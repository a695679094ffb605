// The columns of a tagged table by the positions of its texts on the page, independent of its tags.
import type { Box, Span } from '../box.ts';
import { stretchesOf } from '../groups.ts';
import { type CellBlock, textBlocks } from '../layout-blocks.ts';
import { textOfLine } from '../lines/lines.ts';
import { isNumber } from '../text/numbers.ts';
import { tolerances } from '../tolerances.ts';

/** The horizontal extents of texts, by cell, of cells of one column each. */
export type Spans = ReadonlyMap<CellBlock, Span>;

/** A stretch of the width with the cells in it. */
interface Stretch extends Span {
  cells: CellBlock[];
}

/**
 * The stretches that texts cover. Two beside each other that no row has both of are one column, unless a line parts them or each has
 * numbers that end at the same place, or words that begin there.
 */
export function columnsOfPage(spans: Spans, vertical: readonly number[]): Span[] {
  const stretches = coveredStretches([...spans.keys()], spans).flatMap((stretch) => withoutBridges(stretch, spans));
  const top = min(spans.keys().map(({ row }) => row));
  const columns: Stretch[] = [];
  for (const stretch of stretches) {
    const last = columns.at(-1);
    if (last === undefined || arePartsOfRows(last, stretch) || areParted(last, stretch, { spans, vertical, top }))
      columns.push(stretch);
    else columns.splice(-1, 1, { left: last.left, right: stretch.right, cells: [...last.cells, ...stretch.cells] });
  }
  return columns;
}

function coveredStretches(cells: readonly CellBlock[], spans: Spans): Stretch[] {
  const spanOf = (cell: CellBlock): Span => spans.get(cell) ?? { left: 0, right: 0 };
  const stretches = stretchesOf(cells.map(spanOf), tolerances.sameLinePoints).map((span): Stretch => ({
    ...span,
    cells: [],
  }));
  const begins = stretches.map(({ left }) => left);
  for (const cell of cells) stretches[indexAfter(begins, spanOf(cell).left) - 1]?.cells.push(cell);
  return stretches;
}

/** A stretch parted where rows have two texts, if only a few texts of other rows reach over the gaps between: they span columns. */
function withoutBridges(stretch: Stretch, spans: Spans): Stretch[] {
  const rows = [...Map.groupBy(stretch.cells, ({ row }) => row).values()].filter((row) => row.length > 1);
  const spanOf = (cell: CellBlock): Span => spans.get(cell) ?? stretch;
  const beginBeyond = beginsBeyondGaps(rows.map((row) => row.map(spanOf)));
  const isBridge = (cell: CellBlock) => beginBeyond(spanOf(cell).left) < spanOf(cell).right - tolerances.sameLinePoints;
  const others = stretch.cells.filter((cell) => !isBridge(cell));
  const bridges = stretch.cells.length - others.length;
  return bridges === 0 || bridges > rows.length ? [stretch] : coveredStretches(others, spans);
}

/** Returns, for an x, the least left edge of the texts whose left neighbour in their row ends after x; Infinity without any. */
function beginsBeyondGaps(rows: readonly (readonly Span[])[]): (place: number) => number {
  const gaps = rows
    .flatMap((row) => {
      const sorted = row.toSorted((a, b) => a.left - b.left);
      return sorted
        .slice(1)
        .map(({ left }, n): Span => ({ left: Math.min(left, sorted[n]?.right ?? left), right: left }));
    })
    .toSorted((a, b) => a.left - b.left);
  const ends = gaps.map(({ right }) => right);
  for (let n = ends.length - 2; n >= 0; n--) ends[n] = Math.min(ends[n] ?? 0, ends[n + 1] ?? Infinity);
  const begins = gaps.map(({ left }) => left);
  return (place) => ends[indexAfter(begins, place + tolerances.sameLinePoints)] ?? Infinity;
}

/**
 * The extents of texts within their columns, of cells of one column each. Words that run on over another column end where it begins: over
 * two texts of another row, where the second one begins; else where a text begins that reaches further, and follows another one. Shorter
 * texts within longer ones may just be aligned otherwise.
 */
export function ownSpans(cells: readonly CellBlock[], boxes: ReadonlyMap<CellBlock, Box>): Spans {
  const single = cells.filter((cell) => cell.columnSpan === 1 && boxes.has(cell));
  const boxOf = (cell: CellBlock): Span => boxes.get(cell) as Box;
  const rows = [...Map.groupBy(single, ({ row }) => row).values()].map((row) => row.map(boxOf));
  const beginBeyond = beginsBeyondGaps(rows);
  const beginOfFurther = beginsOfFurther(rows);
  return new Map(
    single.map((cell) => {
      const { left, right } = boxOf(cell);
      if (hasNumber(cell)) return [cell, { left, right }];
      const end = Math.min(right, beginBeyond(left) - tolerances.sameLinePoints);
      return [cell, { left, right: Math.min(end, beginOfFurther(left, end) - tolerances.sameLinePoints) }];
    }),
  );
}

/** Returns, for a text's edges, where the first text begins that has a left neighbour and ends further right; Infinity without any. */
function beginsOfFurther(rows: readonly (readonly Span[])[]): (left: number, right: number) => number {
  /** The greatest right edge by left edge, rounded down to half a point: a column has thousands of texts. */
  const ends = new Map<number, number>();
  for (const row of rows)
    for (const { left, right } of row.toSorted((a, b) => a.left - b.left).slice(1)) {
      const place = Math.floor(left * 2) / 2;
      ends.set(place, Math.max(ends.get(place) ?? right, right));
    }
  const begins = [...ends.keys()].toSorted((a, b) => a - b);
  return (left, right) => {
    for (let n = indexAfter(begins, left + tolerances.sameEdgePoints); n < begins.length; n++) {
      const begin = begins[n] as number;
      if (begin >= right) return Infinity;
      if ((ends.get(begin) ?? 0) > right + tolerances.sameEdgePoints) return begin;
    }
    return Infinity;
  };
}

/** The place of the first of ascending values that is greater: tables have many thousands of cells. */
function indexAfter(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether the columns of the cells' own numbers follow each other on the page. */
export function areInOrder(spans: Spans): boolean {
  const columns = [...Map.groupBy(spans, ([{ column }]) => column)].toSorted(([a], [b]) => a - b);
  let end = -Infinity;
  return columns.every(([, own]) => {
    const begin = min(own.map(([, { left }]) => left));
    const isBehind = begin >= end - tolerances.sameEdgePoints;
    end = own.reduce((most, [, { right }]) => Math.max(most, right), -Infinity);
    return isBehind;
  });
}

/** Whether a row has cells in both. */
function arePartsOfRows(one: Stretch, other: Stretch): boolean {
  const rows = new Set(one.cells.map(({ row }) => row));
  return other.cells.some(({ row }) => rows.has(row));
}

interface Page {
  spans: Spans;
  /** Drawn lines. */
  vertical: readonly number[];
  /** The first row, which may have heads. */
  top: number;
}

function areParted(one: Stretch, other: Stretch, { spans, vertical, top }: Page): boolean {
  if (vertical.some((x) => x >= one.right - 1 && x <= other.left + 1)) return true;
  const both = [one, other];
  return (
    both.every((stretch) => areNumbersOfColumn(stretch, spans, top)) ||
    both.every((stretch) => areWordsOfColumn(stretch, spans))
  );
}

/** Whether they are numbers that end at the same place, below a head. */
function areNumbersOfColumn({ cells }: Stretch, spans: Spans, top: number): boolean {
  const { true: numbers = [], false: others = [] } = Object.groupBy(cells, (cell) => `${hasNumber(cell)}` as const);
  const ends = numbers.map((cell) => spans.get(cell)?.right ?? 0);
  const first = min(ends);
  if (ends.length === 0 || ends.some((end) => end - first >= tolerances.sameEdgePoints)) return false;
  return others.every(({ row }) => row === top);
}

/** Tables have more cells than a call has arguments. */
const min = (values: Iterable<number>): number => {
  let found = Infinity;
  for (const value of values) found = Math.min(found, value);
  return found;
};

/** Whether most are words, and begin at the same place. */
function areWordsOfColumn({ cells, left }: Stretch, spans: Spans): boolean {
  const same = cells.filter(
    (cell) => !hasNumber(cell) && (spans.get(cell)?.left ?? 0) - left < tolerances.sameEdgePoints,
  );
  return same.length > 1 && same.length > cells.length / 2;
}

/** Whether a cell shows a number, with its currency or unit. */
export const hasNumber = ({ blocks }: CellBlock): boolean =>
  isNumber(
    textBlocks(blocks)
      .flatMap(({ lines }) => lines)
      .map(textOfLine)
      .join(' '),
  );
