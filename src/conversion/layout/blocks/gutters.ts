// Gutters: upright strips without ink between running text. A strip continues until something crosses it, so
// lines of neighbouring columns need not share their heights (whitespace cover, Breuel 2002, with strips at left edges of text).
import { type Box, middleY, sharedHeight, type Span, union } from '../box.ts';
import { median } from '../numbers.ts';
import { gutterEvidence, isBeside, linesIn } from './gutter-evidence.ts';
import type { PageItem } from './page-item.ts';
import { gutterScore } from './scores.ts';
import { tolerances } from '../tolerances.ts';

/** The empty strip; text begins at its right edge. */
export interface Gutter extends Box {
  /** How much speaks for it. */
  score: number;
}

/** A gutter that other pages have. */
export type KnownGutter = Span;

const thresholds = {
  /** Points that letters may reach into a gutter. */
  overhang: 0.3,
  /** Share of the body's width at its sides in which no gutter is. */
  margin: 0.12,
  /** Lines of a title that may be above the start of one column. */
  titleLines: 3,
  /** Share of its height that a gutter has another one beside it which ends its columns. */
  sharedHeight: 0.5,
  /** Share of the largest size on the page that it has. */
  asLarge: 0.98,
  /** em: columns begin at one height below it. */
  restart: 0.8,
};

/** The gutters of a page, starting from the certain ones; no two of them cross. */
export function guttersOf(items: readonly PageItem[], body: Box, known: readonly KnownGutter[] = []): Gutter[] {
  const typical = median(items.flatMap(({ line }) => (line === undefined ? [] : [line.size]))) ?? 0;
  const titles = new Set(titlesAcross(items, typical));
  const width = body.right - body.left;
  const [from, to] = [body.left + width * thresholds.margin, body.right - width * thresholds.margin];
  const edges = new Set(items.map(({ left }) => Math.round(left * 2) / 2).filter((x) => x > from && x < to));
  const strips = distinct(
    [...edges].flatMap((x) => stripsAt(x, items, { titles, typical })).filter(({ left }) => left > from),
  );
  let found = strips.map((strip): Gutter => ({ ...strip, score: 0 }));
  // A strip's sides end at the strips beside it; one that fails is no strip for others.
  for (let before = Infinity; found.length < before;) {
    before = found.length;
    const gutters = found;
    found = gutters
      .map((gutter) => ({ ...gutter, score: scoreOf(gutter, items, { body, gutters, known }) }))
      .filter(({ score }) => score > 0);
  }
  return found;
}

/** Gutters that more than one page has at one place: a layout that repeats. */
export function repeatedGutters(pages: readonly (readonly Gutter[])[]): KnownGutter[] {
  return pages.flatMap((own, n) =>
    own.filter((gutter) => pages.some((others, at) => at !== n && others.some((other) => isSame(gutter, other)))),
  );
}

const isSame = (a: KnownGutter, b: KnownGutter): boolean =>
  a.left < b.right &&
  a.right > b.left &&
  (Math.abs(a.right - b.right) < tolerances.sameColumnPoints ||
    Math.abs(a.left - b.left) < tolerances.sameColumnPoints);

interface Lines {
  titles: ReadonlySet<PageItem>;
  /** The size of most. */
  typical: number;
}

/** The empty strips to the left of x: from one thing that crosses to the next. */
function stripsAt(x: number, items: readonly PageItem[], { titles, typical }: Lines): Box[] {
  const strip = { left: x - tolerances.minGutterPoints, right: x - thresholds.overhang };
  const beginning = items.filter(({ left }) => Math.abs(left - x) < tolerances.sameEdgePoints);
  // A line that is too long for its column has the next column's beside it; a line across both has no neighbour.
  const isTooLong = (item: PageItem) => beginning.some((other) => other !== item && isBeside(other, item));
  const reaching = items.filter((item) => item.left < strip.right && item.right > strip.left + thresholds.overhang);
  const tooLong = new Set(reaching.filter((item) => item.line !== undefined && isTooLong(item)));
  const crossing = [...reaching.filter((item) => !tooLong.has(item)), ...titles].toSorted((a, b) => a.top - b.top);
  const strips: Box[] = [];
  let top = -Infinity;
  for (const end of [...crossing, undefined]) {
    const bottom = end?.top ?? Infinity;
    if (bottom > top) {
      const within = items.filter(
        (item) => middleY(item) > top && middleY(item) < bottom && !(titles.has(item) || reaching.includes(item)),
      );
      const before = within.filter((item) => item.right <= strip.left + thresholds.overhang);
      const after = within.filter((item) => item.left >= strip.right);
      const gutter = gutterBetween(before, after, typical);
      if (gutter !== null) strips.push(gutter);
    }
    top = Math.max(top, end?.bottom ?? top);
  }
  return strips;
}

/** The room between the things on both sides; a title over the first column is above both. */
function gutterBetween(before: readonly PageItem[], after: readonly PageItem[], typical: number): Box | null {
  if (before.length === 0 || after.length === 0) return null;
  const [one, other] = [union(before), union(after)];
  const above = before.filter(({ bottom }) => bottom <= other.top);
  const isTitle =
    linesIn(above).length <= thresholds.titleLines &&
    above.every(({ line }) => line !== undefined && line.size > typical * tolerances.titleSize);
  const rest = isTitle ? before.filter((item) => !above.includes(item)) : before;
  if (rest.length === 0) return null;
  const { top, right } = union(rest);
  return { left: right, right: other.left, top: Math.min(top, other.top), bottom: Math.max(one.bottom, other.bottom) };
}

/** Of gutters that overlap the highest one. */
function distinct(gutters: readonly Box[]): Box[] {
  const kept: Box[] = [];
  const byHeight = gutters.toSorted(
    (a, b) => b.bottom - b.top - (a.bottom - a.top) || b.right - b.left - (a.right - a.left),
  );
  for (const gutter of byHeight) {
    const isTaken = kept.some(
      (other) =>
        gutter.left <= other.right &&
        gutter.right >= other.left &&
        gutter.top < other.bottom &&
        gutter.bottom > other.top,
    );
    if (!isTaken) kept.push(gutter);
  }
  return kept;
}

interface Surroundings {
  body: Box;
  gutters: readonly Box[];
  known: readonly KnownGutter[];
}

/** How much speaks for running text on both sides of a gutter, above zero for gutters. */
function scoreOf(gutter: Box, items: readonly PageItem[], { body, gutters, known }: Surroundings): number {
  const beside = gutters.filter((other) => other !== gutter && sharesHeight(gutter, other));
  const left = Math.max(body.left, ...beside.flatMap((other) => (other.right <= gutter.left ? [other.right] : [])));
  const right = Math.min(body.right, ...beside.flatMap((other) => (other.left >= gutter.right ? [other.left] : [])));
  const within = items.filter((item) => middleY(item) > gutter.top && middleY(item) < gutter.bottom);
  const sides = {
    before: within.filter((item) => item.right <= gutter.left + 1 && (left === body.left || item.left >= left - 1)),
    after: within.filter((item) => item.left >= gutter.right - 1 && (right === body.right || item.right <= right + 1)),
  };
  if (gutter.right - gutter.left < tolerances.minGutterPoints || sides.before.length * sides.after.length === 0)
    return -Infinity;
  const isRepeated = known.some((other) => isSame(other, gutter));
  return gutterScore(gutterEvidence(gutter, sides, { left, right, isAlone: beside.length === 0, isRepeated }));
}

const sharesHeight = (a: Box, b: Box): boolean => sharedHeight(a, b) > (a.bottom - a.top) * thresholds.sharedHeight;

/** Larger lines at the left over columns that begin at one height below: they are above all of them. */
function titlesAcross(items: readonly PageItem[], typical: number): PageItem[] {
  const pieces = items.filter(({ line }) => line !== undefined);
  const left = Math.min(...pieces.map((item) => item.left));
  const largest = Math.max(...pieces.map(({ line }) => line?.size ?? 0));
  return pieces.filter((item) => {
    const em = item.line?.size ?? 0;
    if (em < typical * tolerances.titleSize || em < largest * thresholds.asLarge || item.left > left + em) return false;
    const isAlone = !items.some(
      (other) =>
        other !== item &&
        other.top < item.bottom + em * tolerances.sameRowEm &&
        other.bottom > item.top - em * tolerances.sameRowEm,
    );
    if (!isAlone) return false;
    const below = items.filter(({ top }) => top > item.bottom);
    const next = Math.min(...below.map(({ top }) => top));
    const begun = below.filter(({ top }) => top < next + em * thresholds.restart);
    return begun.length > 1 && begun.some((other) => other.left > item.right);
  });
}
