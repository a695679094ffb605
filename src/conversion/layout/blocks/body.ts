// The box of the running text, by page size: its edges are where many lines begin or end.
import { type Box, union } from '../box.ts';
import { type DocumentLayout, sizeKey } from '../document-layout.ts';
import { piecesOf } from '../lines/lines.ts';
import type { PageContent, TextLine } from '../page-content.ts';
import { plainStyle, styleOf } from '../text/style.ts';
import { visible } from './page-layout.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points: the margin of a page without lines. */
  margin: 72,
  /** Share of the page's width that such a margin has at most. */
  maxMargin: 0.12,
  /** Share of the lines that have to share the left edge. */
  edgeLines: 0.02,
  /** This number is always enough. */
  maxEdgeLines: 6,
  /** Points: a line that is indented by more may be centred. */
  centeredInset: 24,
  /** Share of the room: a longer line says nothing of the middle. */
  centeredWidth: 0.7,
  /** Centred lines that have to share a middle. */
  centeredLines: 3,
  /** Points between the body and the page's edge at least. */
  rightMargin: 14,
  /** Points: lines that end within it are justified. */
  justified: 1,
  /** Share of the lines that have to end there. */
  justifiedLines: 0.08,
  /** Lines that have to end there at least. */
  minJustifiedLines: 3,
  /** This number counts for more than centred lines. */
  manyJustifiedLines: 12,
  /** Share of the lines that may reach over the edge. */
  overhanging: 0.03,
  /** Share of the lines that end at one edge, which is surely that of justified text ... */
  surelyJustified: 0.2,
  /** ... when this share of the lines reaches over it. */
  tooWide: 0.25,
  /** Points: the longest ragged lines that end within it are at the edge. */
  ragged: 14,
  /** The minimum of ragged lines; fewer do not show an edge. */
  maxRaggedLines: 3,
  /** Lines: of fewer the margin on the right is believed to be that on the left from further away. */
  fewLines: 25,
  /** Points that few lines may stay before the edge. */
  reachOfFew: 40,
  /** Points that many lines may stay before the edge. */
  reach: 20,
  /** Points that lines may reach over the mirrored margin. */
  overMirrored: 3,
};

/** Finds the style of the running text, and its box on pages of each size. */
export function findBodies(layout: DocumentLayout): void {
  const lines = layout.pages.flatMap((page) => piecesOf(visible(page), page.index));
  layout.bodyStyle = styleOf({ lines }) ?? plainStyle(11);
  for (const [key, pages] of Map.groupBy(layout.pages, sizeKey)) {
    const [first] = pages;
    if (first === undefined) continue;
    const indexes = new Set(pages.map(({ index }) => index));
    layout.bodies.set(
      key,
      bodyBox(
        lines.filter(({ page }) => indexes.has(page)),
        first,
      ),
    );
  }
}

/** @param lines those of all pages of one size */
export function bodyBox(lines: readonly TextLine[], page: Pick<PageContent, 'width' | 'height'>): Box {
  const fallback = Math.min(thresholds.margin, page.width * thresholds.maxMargin);
  if (lines.length === 0)
    return { left: fallback, right: page.width - fallback, top: fallback, bottom: page.height - fallback };
  const left = edge(
    atPlaces(lines).map((line) => line.left),
    lines.length,
  );
  const right =
    flushRight(lines) ??
    justifiedRight(lines, thresholds.manyJustifiedLines) ??
    centeredRight(lines, left, page.width) ??
    justifiedRight(lines, thresholds.minJustifiedLines) ??
    raggedRight(lines, page.width - left);
  const { top, bottom } = union(lines);
  return { left, right: Math.max(right, left + tolerances.shortRulePoints), top, bottom };
}

/** One line for each position: lines at one position of every page are printer's marks, not the edge of the text. */
const atPlaces = (lines: readonly TextLine[]): TextLine[] => [
  ...new Map(lines.map((line) => [`${Math.round(line.left)} ${Math.round(line.baseline)}`, line])).values(),
];

/** The right edge that follows from centred lines: their middle is that of the body. */
function centeredRight(lines: readonly TextLine[], left: number, width: number): number | undefined {
  const widest = union(lines).right;
  const middles = lines
    .filter(
      (line) =>
        line.left > left + thresholds.centeredInset &&
        line.right - line.left < (width - left) * thresholds.centeredWidth,
    )
    .map((line) => (line.left + line.right) / 2)
    .filter((middle) => middle * 2 - left > widest - 1 && middle * 2 - left < width - thresholds.rightMargin);
  const counts = new Map<number, { sum: number; count: number }>();
  for (const middle of middles) {
    const known = counts.get(Math.round(middle)) ?? { sum: 0, count: 0 };
    counts.set(Math.round(middle), { sum: known.sum + middle, count: known.count + 1 });
  }
  const best = [...counts.values()].toSorted((a, b) => b.count - a.count)[0];
  return best !== undefined && best.count >= thresholds.centeredLines ? (best.sum / best.count) * 2 - left : undefined;
}

/** The right edge that many lines share, though tables and code that are too wide reach over it. */
function flushRight(lines: readonly TextLine[]): number | undefined {
  if (lines.length < thresholds.fewLines) return undefined;
  const { surelyJustified, tooWide, justified, justifiedLines, overMirrored } = thresholds;
  const rights = rightsOf(lines);
  const flush = rights
    .slice(0, Math.ceil(rights.length * tooWide))
    .find((_, n) => areWithin(rights, n, Math.ceil(rights.length * surelyJustified), justified));
  // Columns have their edges too: the last of them counts.
  const outer = rights.find(
    (right, n) =>
      right > (flush ?? Infinity) + overMirrored &&
      areWithin(rights, n, Math.ceil(rights.length * justifiedLines), justified),
  );
  if (outer !== undefined) return outer;
  // Lines that begin after the edge are another column.
  const behind = lines.filter(({ left }) => left > (flush ?? Infinity)).length;
  return behind <= rights.length * thresholds.overhanging ? flush : undefined;
}

/** The right edge at which at least this number of justified lines end. */
function justifiedRight(lines: readonly TextLine[], min: number): number | undefined {
  const rights = rightsOf(lines);
  const enough = Math.max(min, Math.floor(rights.length * thresholds.justifiedLines));
  return rights
    .slice(0, Math.floor(rights.length * thresholds.overhanging) + 2)
    .find((_, n) => areWithin(rights, n, enough, thresholds.justified));
}

/** The right edge of ragged lines, which stay before it; margins are as a rule equal on both sides. */
function raggedRight(lines: readonly TextLine[], mirrored: number): number {
  const rights = rightsOf(lines);
  const few = Math.max(1, Math.min(thresholds.maxRaggedLines, Math.floor(rights.length * thresholds.edgeLines)));
  const widest = rights.find((_, n) => areWithin(rights, n, few, thresholds.ragged)) ?? rights[0] ?? mirrored;
  const reach =
    lines.length <= thresholds.maxRaggedLines
      ? Infinity
      : lines.length < thresholds.fewLines
        ? thresholds.reachOfFew
        : thresholds.reach;
  return widest < mirrored + thresholds.overMirrored && mirrored - widest < reach ? mirrored : widest;
}

/** The outermost value that enough of the lines share within a point and a half. */
function edge(values: readonly number[], lines: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const enough = Math.max(1, Math.min(thresholds.maxEdgeLines, Math.floor(lines * thresholds.edgeLines)));
  return sorted.find((_, n) => areWithin(sorted, n, enough, tolerances.sameEdgePoints)) ?? sorted[0] ?? 0;
}

/** The right ends of lines, the outermost first. */
const rightsOf = (lines: readonly TextLine[]): number[] => lines.map(({ right }) => right).toSorted((a, b) => b - a);

/** Whether this number of sorted values from the n-th on is within `slack` points. */
const areWithin = (sorted: readonly number[], n: number, count: number, slack: number): boolean =>
  Math.abs((sorted[n] ?? 0) - (sorted[n + count - 1] ?? Infinity)) < slack;
