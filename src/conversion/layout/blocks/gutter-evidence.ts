// The evidence that a vertical strip without ink separates two columns of text: numbers from 0 to 1.
import { type Box, sharedHeight, type Span, union } from '../box.ts';
import { rowsOf } from '../lines/lines.ts';
import { tolerances } from '../tolerances.ts';
import type { PageItem } from './page-item.ts';

const thresholds = {
  /** Share of a line's height that it has in common with the line beside it. */
  besideHeight: 0.25,
  /** Points: the room between two columns is hardly ever wider by chance. */
  surelyWide: 9,
  /** Lines on each side, from which further ones add no evidence. */
  manyLines: 16,
  /** Share of the lines of running text that are long at least; labels and numbers are short. */
  longLines: 0.4,
  /** Lines beside each other at heights of their own, from which they do not belong together. */
  outOfStep: 4,
  /** Lines that share a baseline over a gutter, for each that does not, where both sides are set by themselves. */
  level: 0.6,
  /** Points: a picture that is higher makes a column by itself. */
  pictureHeight: 60,
};

export interface GutterEvidence {
  /** Lines on the side with fewer, by their logarithm. */
  lines: number;
  /** How wide it is. */
  wide: number;
  /** Other pages have it, too. */
  repeated: number;
  /** Long lines on the side with fewer, or lines on both sides that are beside each other at different heights. */
  running: number;
}

interface Sides {
  before: readonly PageItem[];
  after: readonly PageItem[];
}

interface Surroundings {
  /** Where the columns beside it end. */
  left: number;
  right: number;
  /** No other gutter is beside it. */
  isAlone: boolean;
  isRepeated: boolean;
}

/** Measures the content on both sides of a gutter. */
export function gutterEvidence(
  gutter: Span,
  { before, after }: Sides,
  { left, right, isAlone, isRepeated }: Surroundings,
): GutterEvidence {
  const sides = [columnOf(before, gutter.left - left), columnOf(after, right - gutter.right)];
  const lines = Math.min(...sides.map((side) => side.lines));
  const long = Math.min(...sides.map((side) => side.long));
  const room = gutter.right - gutter.left - tolerances.minGutterPoints;
  return {
    lines: Math.min(1, Math.log2(Math.max(1, lines)) / Math.log2(thresholds.manyLines)),
    wide: Math.min(1, room / (thresholds.surelyWide - tolerances.minGutterPoints)),
    repeated: isRepeated ? 1 : 0,
    running: isAlone && isOutOfStep(before, after) ? 1 : Math.min(1, long / thresholds.longLines),
  };
}

/** The lines of one side, and the share of them that is long; a picture is as good as many lines. */
function columnOf(side: readonly PageItem[], width: number): { lines: number; long: number } {
  const box = union(side);
  const lines = linesIn(side);
  const hasPicture = side.some(({ line }) => line === undefined);
  if (hasPicture && box.bottom - box.top > thresholds.pictureHeight) return { lines: thresholds.manyLines, long: 1 };
  const long = lines.filter(
    (line) =>
      line.right - box.left > Math.min(width, box.right - box.left) * tolerances.longLineWidth &&
      line.right - box.left > tolerances.shortRulePoints,
  );
  return { lines: lines.length, long: long.length / Math.max(1, lines.length) };
}

/** Whether lines on both sides of a gutter are at different heights: rows and labels share their heights. */
function isOutOfStep(one: readonly PageItem[], other: readonly PageItem[]): boolean {
  let [apart, level] = [0, 0];
  for (const { line } of one) {
    if (line === undefined) continue;
    const beside = other.flatMap((item) => (item.line !== undefined && isBeside(line, item) ? [item.line] : []));
    if (beside.some(({ baseline }) => Math.abs(baseline - line.baseline) < tolerances.sameLinePoints)) level += 1;
    else if (beside.length > 0) apart += 1;
  }
  const isOnePiece = [one, other].every((side) => side.length === linesIn(side).length);
  return isOnePiece && apart >= thresholds.outOfStep && level <= apart * thresholds.level;
}

/** Whether a line has another one beside it. */
export const isBeside = (a: Box, b: Box): boolean => sharedHeight(a, b) > (a.bottom - a.top) * thresholds.besideHeight;

/** Pieces of text that share a baseline, as one box each. */
export const linesIn = (items: readonly PageItem[]): Box[] =>
  rowsOf(items.flatMap(({ line }) => line ?? [])).map(union);
