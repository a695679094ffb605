// Headers and footers by position: rows at the same height on other pages, set off from the text, with any text.
import type { Row } from './furniture-fingerprints.ts';

const thresholds = {
  /** Points: the tolerance for rows of two pages at the same height. */
  sameHeight: 1.5,
  /** Points: text begins at one height within it. */
  sameText: 2.5,
  /** em from a header or footer to the text. */
  apart: 1.7,
  /** Points that a row counts for at least. */
  minSize: 8,
  /** Share of the pages that have to have something at the height. */
  havingRow: 0.7,
  /** Share of those on which the text begins at one height. */
  havingText: 0.5,
  /** Times the size of the body: larger text is a heading. */
  headingSize: 1.05,
  /** Share of the page's height: no text begins nearer to the edge. */
  margin: 0.065,
  /** Share of the pages whose text may begin nearer to the edge than usual, as that of title pages. */
  outerText: 0.1,
  /** em: a row of the text may reach over its edge by less. */
  aboveText: 0.9,
};

/** Where the furniture of one edge ends, and the text next to it, as distances from that edge of the page. */
interface Slot {
  row: number;
  text: number;
  /** The position where the text of several pages ends, with no text nearer to the edge. */
  body?: number;
}

/**
 * How many rows of each page are a header or footer by their place.
 * @param pages the rows of each page, from its edge inwards
 * @param found how many of them are known
 */
export function placedRows(
  pages: readonly Row[][],
  found: readonly number[],
  { bodySize, isTop }: { bodySize: number; isTop: boolean },
): number[] {
  const known = knownSlot(pages, found);
  const slot = known ?? slotOf(pages, { bodySize, isTop });
  if (slot === undefined) return pages.map(() => 0);
  return pages.map(
    (rows) =>
      rows.findLastIndex((row, n) => {
        const isThere =
          Math.abs(row.fromEdge - slot.row) < thresholds.sameHeight ||
          row.fromEdge < slot.row ||
          (slot.body !== undefined && row.fromEdge < slot.body - sizeOf(row) * thresholds.aboveText);
        const isClear = (row.next ?? Infinity) > slot.text - thresholds.sameText;
        const isHeading = rows.slice(0, n + 1).some((other) => sizeOf(other) > bodySize * thresholds.headingSize);
        return isThere && isClear && isSetOff(row) && !isHeading;
      }) + 1,
  );
}

const sizeOf = ({ pieces }: Row): number => pieces.reduce((most, { size }) => Math.max(most, size), thresholds.minSize);

const isSetOff = (row: Row): boolean =>
  !row.isHead && (row.next === undefined || row.next - row.fromEdge > sizeOf(row) * thresholds.apart);

/** The place of rows that several pages have: the innermost of them, and the outermost text next to them. */
function knownSlot(pages: readonly Row[][], found: readonly number[]): Slot | undefined {
  const ends = pages.flatMap((rows, n) => rows[(found[n] ?? 0) - 1] ?? []);
  if (ends.length < 2) return undefined;
  const row = Math.max(...ends.map(({ fromEdge }) => fromEdge));
  const nexts = ends.map(({ next = Infinity }) => next).toSorted((a, b) => a - b);
  const body = nexts[Math.floor(nexts.length * thresholds.outerText)] ?? Infinity;
  const agreeing = nexts.filter((next) => Math.abs(next - body) < thresholds.sameText);
  return { row, text: nexts[0] ?? Infinity, ...(agreeing.length < 3 ? {} : { body }) };
}

/** A height at which nearly all pages have a row that is set off from their text. */
function slotOf(pages: readonly Row[][], { bodySize, isTop }: { bodySize: number; isTop: boolean }): Slot | undefined {
  const min = Math.max(2, pages.length * thresholds.havingRow);
  const ends = pages.map((rows) => rows.filter((row) => isSetOff(row) && isPlain(row, bodySize)));
  for (const candidate of ends.findLast((own) => own.length > 0)?.toReversed() ?? []) {
    const alike = ends.flatMap((own) => {
      const row = own.find(({ fromEdge }) => Math.abs(fromEdge - candidate.fromEdge) < thresholds.sameHeight);
      return row === undefined ? [] : [row];
    });
    if (alike.length < min) continue;
    const text = Math.min(...alike.map(({ next = Infinity }) => next));
    const begin = alike.filter(({ next = Infinity }) => next - text < thresholds.sameText);
    // The text ends wherever it ends, but it begins at one height, and below the margin.
    const isInMargin = alike.length === pages.length && alike.every(({ margin }) => margin < thresholds.margin);
    if (!isTop || isInMargin || begin.length >= Math.max(2, alike.length * thresholds.havingText))
      return { row: candidate.fromEdge, text };
  }
  return undefined;
}

/** Not set like a heading. */
const isPlain = ({ pieces }: Row, bodySize: number): boolean =>
  pieces.every(
    ({ size, glyphs }) =>
      size <= bodySize * thresholds.headingSize && glyphs.some(({ text, style }) => text.trim() !== '' && !style.bold),
  );
