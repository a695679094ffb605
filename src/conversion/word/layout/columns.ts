// Where a page has columns: runs of rows with a common gutter that text stands on both sides of. Rows are cut from top to
// bottom, gutters from left to right (recursive X-Y cut, Nagy and Seth 1984, with gutters followed as in Breuel 2002).
import { type Box, union } from '../box.ts';
import type { TextLine } from '../page-content.ts';

/** A part of the page with its columns, before its blocks are known. */
export interface RegionBounds {
  top: number;
  bottom: number;
  columns: { left: number; right: number }[];
}

/** Something that takes room on the page: a fragment of text, a table, a picture. */
export interface PageItem extends Box {
  line?: TextLine;
}

/** A fragment of text as an item; punctuation that hangs out of its column does not count. */
export function itemOf(line: TextLine): PageItem {
  const last = line.glyphs.at(-1);
  const hangs =
    last !== undefined && /[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u300d\u300f\uff09]/.test(last.text);
  return { left: line.left, right: line.right - (hangs ? line.size : 0), top: line.top, bottom: line.bottom, line };
}

interface Gutter {
  left: number;
  right: number;
}

const thresholds = {
  /** Points: a narrower gap is a blank. */
  minGutter: 4,
  /** Points: a narrower gutter may be chance and needs more lines. */
  surelyWide: 9,
  /** Lines on both sides of a gutter. */
  minLines: 4,
  /** Lines on both sides of a narrow gutter. */
  minLinesOfNarrow: 12,
  /** Share of the body's width at its sides in which no gutter is. */
  margin: 0.12,
  /** Share of the column's width: running text has lines that are longer. */
  longLine: 0.6,
  /** Points that a long line has at least. */
  minLongLine: 60,
  /** Share of the lines that have to be long; labels and numbers are short. */
  longLines: 0.4,
  /** Points: a picture that is higher makes a column by itself. */
  pictureHeight: 60,
  /** Share of an item's height: items that overlap by more stand in one row. */
  sharedHeight: 0.3,
  /** Points: as much is enough for high items. */
  maxSharedHeight: 2,
  /** Pieces of a page: more are no running text. */
  maxItems: 3000,
};

/** Parts a page into regions from top to bottom, each with its columns; `body` is where text may stand. */
export function regionsOf(items: readonly PageItem[], body: Box): RegionBounds[] {
  // So many pieces are no running text.
  if (items.length > thresholds.maxItems)
    return [{ ...union(items), columns: [{ left: body.left, right: body.right }] }];
  const rows = overlappingRows(items);
  const regions: RegionBounds[] = [];
  const full = { left: body.left, right: body.right };
  for (let n = 0; n < rows.length;) {
    const found = columnsFrom(rows, n, body);
    const row = rows[n] ?? [];
    const box = union(row);
    if (found === null) {
      const last = regions.at(-1);
      if (last !== undefined && last.columns.length === 1) last.bottom = box.bottom;
      else regions.push({ top: box.top, bottom: box.bottom, columns: [full] });
      n += 1;
      continue;
    }
    const all = union(rows.slice(n, found.end).flat());
    regions.push({ top: all.top, bottom: all.bottom, columns: columnsBetween(found.gaps, body) });
    n = found.end;
  }
  return regions;
}

/** Items by the rows they stand in: those that overlap in height, from top to bottom. */
function overlappingRows(items: readonly PageItem[]): PageItem[][] {
  const rows: { bottom: number; items: PageItem[] }[] = [];
  for (const item of items.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const slack = Math.min(thresholds.maxSharedHeight, (item.bottom - item.top) * thresholds.sharedHeight);
    if (row !== undefined && item.top < row.bottom - slack) {
      row.items.push(item);
      row.bottom = Math.max(row.bottom, item.bottom);
    } else rows.push({ bottom: item.bottom, items: [item] });
  }
  return rows.map((row) => row.items);
}

function guttersOf(row: readonly PageItem[], body: Box): Gutter[] {
  const sorted = row.toSorted((a, b) => a.left - b.left);
  const gaps: Gutter[] = [];
  let right = body.left;
  for (const item of sorted) {
    if (item.left - right >= thresholds.minGutter) gaps.push({ left: right, right: item.left });
    right = Math.max(right, item.right);
  }
  if (body.right - right >= thresholds.minGutter) gaps.push({ left: right, right: body.right });
  return gaps;
}

const commonGutters = (a: readonly Gutter[], b: readonly Gutter[]): Gutter[] =>
  a.flatMap((one) =>
    b.flatMap((other) => {
      const gap = { left: Math.max(one.left, other.left), right: Math.min(one.right, other.right) };
      return gap.right - gap.left >= thresholds.minGutter ? [gap] : [];
    }),
  );

/** How far a set of gutters goes from row `start`; null where there are none that part columns. */
function columnsFrom(rows: readonly PageItem[][], start: number, body: Box): { end: number; gaps: Gutter[] } | null {
  const first = rows[start] ?? [];
  if (first.length < 2) return null;
  let gaps = innerGutters(guttersOf(first, body), body);
  let end = start + 1;
  let best: { end: number; gaps: Gutter[] } | null = null;
  for (; gaps.length > 0; end++) {
    const parted = gaps.filter((gap) => separates(rows.slice(start, end).flat(), gap, body));
    if (parted.length > 0) best = { end, gaps: parted };
    const next = rows[end];
    if (next === undefined) break;
    gaps = innerGutters(commonGutters(gaps, guttersOf(next, body)), body);
  }
  return best;
}

/** Gutters are not at the sides. */
const innerGutters = (gaps: readonly Gutter[], body: Box): Gutter[] => {
  const width = body.right - body.left;
  return gaps.filter(
    (gap) => gap.left > body.left + width * thresholds.margin && gap.right < body.right - width * thresholds.margin,
  );
};

/** Whether the gap has running text on both sides: several lines that are no labels or numbers. */
function separates(items: readonly PageItem[], gap: Gutter, body: Box): boolean {
  const sides = [
    items.filter((item) => item.right <= gap.left + 1),
    items.filter((item) => item.left >= gap.right - 1),
  ];
  return sides.every((side, n) => {
    if (side.length === 0) return false;
    const box = union(side);
    const width = n === 0 ? gap.left - body.left : body.right - gap.right;
    const lines = side.filter((item) => item.line !== undefined);
    const isPicture = lines.length < side.length && box.bottom - box.top > thresholds.pictureHeight;
    const long = lines.filter(
      (item) =>
        item.right - item.left > Math.min(width, box.right - box.left) * thresholds.longLine &&
        item.right - item.left > thresholds.minLongLine,
    );
    const minLines = gap.right - gap.left < thresholds.surelyWide ? thresholds.minLinesOfNarrow : thresholds.minLines;
    return (lines.length >= minLines && long.length >= lines.length * thresholds.longLines) || isPicture;
  });
}

function columnsBetween(gaps: readonly Gutter[], body: Box): { left: number; right: number }[] {
  const columns: { left: number; right: number }[] = [];
  let left = body.left;
  for (const gap of gaps) {
    columns.push({ left, right: gap.left });
    left = gap.right;
  }
  columns.push({ left, right: body.right });
  return columns;
}
