// The rows at the top and the bottom of pages, and those of them that other pages have too.
import { union } from '../box.ts';
import type { PageContent, Rule, TextLine } from '../page-content.ts';
import { piecesOf, rowsOf } from '../lines/lines.ts';
import { fingerprintsOf, isOwnNumber, partsOf, type Row } from './furniture-fingerprints.ts';
import { placedRows } from './furniture-places.ts';

const thresholds = {
  /** Share of the page's height at its top and bottom for headers and footers of untagged pages (about 4.7 cm of A4). */
  zone: 0.16,
  /** Share of the page's height at its top and bottom that is read at all; tags may put a header lower than the zone. */
  lookedAt: 0.3,
  /** Share of the pages, and how many at least, that have a header or footer at the same height outside the zone: a small page was
   * printed on a larger sheet. */
  inside: 0.7,
  insidePages: 6,
  /** Lines of a header or footer. */
  maxRows: 8,
  /** Points that a header may reach into the body. */
  slack: 2,
  /** em below the baseline at which the cell of a row ends. */
  cellPadding: 0.9,
  /** em: the height of capitals, from which the top of a line is known without its font. */
  capHeight: 0.7,
  /** Times the size of the body: a larger line is a title, unless every second page has it. */
  titleSize: 1.25,
  /** em from a lone page number to the next line. */
  apart: 2.5,
  /** em from a running head to the text. */
  setOff: 1.7,
  /** Points: the tolerance for rows of two pages at the same height. */
  heightStep: 4,
  /** Share of the pages that have to have a row as well. */
  otherPages: 0.2,
};

/** Rows of both zones, from the page's edge inwards. */
export function outerRows(page: PageContent, isTagged: boolean): { headers: Row[]; footers: Row[] } {
  // Rows further inside or outside of the page are ignored.
  const [high, low] = [page.height * thresholds.lookedAt, page.height * (1 - thresholds.lookedAt)];
  const outer = page.glyphs.filter(
    ({ angle, isHidden, bottom, top }) =>
      angle === 0 && !isHidden && ((bottom < high && bottom > 0) || (top > low && top < page.height)),
  );
  // Pages without any are most of those with tags.
  if (isTagged && !outer.some(({ isArtifact, text }) => isArtifact && text.trim() !== ''))
    return { headers: [], footers: [] };
  const rows = rowsOf(piecesOf(outer, page.index)).map((row) => row.toSorted((a, b) => a.left - b.left));
  const body = page.glyphs.filter(({ isArtifact, text }) => !isArtifact && text.trim() !== '');
  const edges =
    isTagged && body.length > 0
      ? union(body)
      : { top: page.height * thresholds.zone, bottom: page.height * (1 - thresholds.zone) };
  const isAbove = (row: TextLine[]) => row.every(({ baseline }) => baseline < edges.top + thresholds.slack);
  const isBelow = (row: TextLine[]) =>
    row.every(({ baseline, size }) => baseline - size * thresholds.capHeight > edges.bottom - thresholds.slack);
  const found = (inwards: readonly TextLine[][], isNear: typeof isAbove, fromEdge: (row: TextLine[]) => number) =>
    outermost(inwards, isNear, isTagged).map((pieces, n): Row => {
      const inner = inwards[n + 1];
      return {
        pieces,
        fingerprints: fingerprintsOf(pieces, page.index),
        parts: isTagged ? [] : partsOf(pieces),
        fromEdge: fromEdge(pieces),
        next: inner === undefined ? undefined : fromEdge(inner),
        nextSays: inner === undefined || isTagged ? [] : fingerprintsOf(inner, page.index),
        margin: fromEdge(pieces) / page.height,
        isInside: !isNear(pieces),
        isHead: isNear === isAbove && inner !== undefined && isHeadOf(inner, pieces, page.rules),
      };
    });
  const baselineOf = ([first]: TextLine[]) => first?.baseline ?? 0;
  // The text of a page may end in its upper half: its last row is not a footer.
  const [upper = [], lower = []] = [true, false].map((isUpper) =>
    rows.filter((row) => baselineOf(row) < page.height / 2 === isUpper),
  );
  return {
    headers: found(upper, isAbove, baselineOf),
    footers: found(lower.toReversed(), isBelow, (row) => page.height - baselineOf(row)),
  };
}

/** Whether lines between columns of the row below begin at the bottom of a row. */
function isHeadOf(below: readonly TextLine[], row: readonly TextLine[], rules: readonly Rule[]): boolean {
  const [{ left, right }, [first], [next]] = [union([...row, ...below]), row, below];
  if (first === undefined || next === undefined) return false;
  const [top, bottom] = [first.baseline, first.baseline + first.size * thresholds.cellPadding];
  return rules.some(
    (rule) =>
      rule.direction === 'vertical' &&
      rule.left > left &&
      rule.right < right &&
      rule.top > top &&
      rule.top < bottom &&
      rule.bottom > next.baseline,
  );
}

/** Rows from the edge inwards as long as they are in its zone; of tagged pages only artifacts. */
function outermost(rows: readonly TextLine[][], isNear: (row: TextLine[]) => boolean, isTagged: boolean): TextLine[][] {
  const found: TextLine[][] = [];
  for (const row of rows) {
    // The outermost row may be a header or footer at any height.
    if ((!isNear(row) && (isTagged || found.length > 0)) || found.length >= thresholds.maxRows) break;
    if (
      isTagged &&
      !row.every((piece) => piece.glyphs.every(({ isArtifact, text }) => isArtifact || text.trim() === ''))
    )
      break;
    found.push(row);
  }
  return found;
}

/** Of every page the rows that other pages have too at the same height, or something else in their place. */
export function repeatedRows(
  all: readonly Row[][],
  { isTagged, bodySize, isTop }: { isTagged: boolean; bodySize: number; isTop: boolean },
): Row[][] {
  const pages = withoutLoneInside(all);
  const repeated = repeatedCounts(pages, isTagged, bodySize);
  const placed = isTagged ? [] : placedRows(pages, repeated, { bodySize, isTop });
  const parted = isTop && !isTagged ? partedFromText(pages) : (_: number, count: number) => count;
  return pages.map((rows, n) => rows.slice(0, parted(n, Math.max(repeated[n] ?? 0, placed[n] ?? 0))));
}

/** Drops rows outside the zone unless most pages have one at the same height. */
function withoutLoneInside(pages: readonly Row[][]): readonly Row[][] {
  const inside = pages.flatMap((rows) => rows.filter(({ isInside }) => isInside));
  const enough = Math.max(thresholds.insidePages, pages.length * thresholds.inside);
  const isTypical = (row: Row) => inside.filter((other) => heightOf(other) === heightOf(row)).length >= enough;
  return pages.map((rows) => rows.filter((row) => !row.isInside || isTypical(row)));
}

/** How many rows of each page, from its edge inwards, other pages have too. */
function repeatedCounts(pages: readonly Row[][], isTagged: boolean, bodySize: number): number[] {
  const having = pagesHaving(pages, ({ fingerprints }) => fingerprints);
  const sharing = pagesHaving(pages, ({ parts }) => parts);
  const enough =
    pages.length < 2 ? 2 : pages.length < 4 ? 1 : Math.max(2, Math.ceil(pages.length * thresholds.otherPages));
  const near = (n: number, { fingerprints }: Row) =>
    fingerprints.some((fingerprint) => having.get(fingerprint)?.some((page) => isNeighbour(page, n)));
  const runningAt = new Map<number, number>();
  for (const [n, rows] of pages.entries())
    for (const row of rows)
      if (isRunningHead(row) && near(n, row)) runningAt.set(heightOf(row), (runningAt.get(heightOf(row)) ?? 0) + 1);
  /** Rows that change from chapter to chapter, at a height at which enough pages have such rows. */
  const isRunning = (n: number, row: Row) =>
    isRunningHead(row) && (runningAt.get(heightOf(row)) ?? 0) > Math.max(2, enough) && near(n, row);
  return pages.map((rows, n) => {
    let count = 0;
    /** Neighbours that have every row up to here too. */
    let twins = [n - 1, n + 1];
    for (const [at, row] of rows.entries()) {
      const { fingerprints, pieces, isHead } = row;
      const alike = fingerprints.map((fingerprint) => (having.get(fingerprint) ?? []).filter((page) => page !== n));
      const partly = row.parts.map((part) => (sharing.get(part)?.length ?? 1) - 1);
      const others = Math.max(0, ...alike.map(({ length }) => length), ...partly);
      const isNumber = fingerprints.some((fingerprint) =>
        / (?:page )?#[-\d]+(?: (?:of|\/|von|de|sur) \d+)?$| [-–] ?#[-\d]+ ?[-–]$| #roman$/.test(fingerprint),
      );
      const isAlone = at === 0 && ((isNumber && others >= 1) || (isOwnNumber(fingerprints) && isApart(rows)));
      twins = twins.filter((page) => alike.some((where) => where.includes(page)));
      // A page that continues like its neighbour is its copy.
      const isBlock = at >= 2 && rows.length < thresholds.maxRows && twins.length > 0;
      // Larger text is a title, unless every second page has it.
      const isTitle =
        pieces.some(({ size }) => size > bodySize * thresholds.titleSize) && others < pages.length / 2 - 1;
      if (
        (isTagged && fingerprints.length > 0) ||
        (!isTitle && !isHead && (others >= enough || isAlone || isBlock || isRunning(n, row)))
      )
        count = at + 1;
    }
    return count;
  });
}

/**
 * Leaves out the rows of a page that belong to the content below them on several pages, like the caption and head of a table.
 * @returns how many of `count` rows are left
 */
function partedFromText(pages: readonly Row[][]): (n: number, count: number) => number {
  const having = pagesHaving(pages, ({ nextSays }) => nextSays);
  return (n, count) => {
    const rows = pages[n] ?? [];
    const last = rows[count - 1];
    if (last === undefined || count >= thresholds.maxRows || !isCloseToNext(last)) return count;
    const goesOn = last.nextSays.some((says) => having.get(says)?.some((page) => isNeighbour(page, n)));
    return goesOn ? rows.findLastIndex((row, at) => at < count && !isCloseToNext(row)) + 1 : count;
  };
}

/** The pages on which each fingerprint is, in their order. */
function pagesHaving(pages: readonly Row[][], saysOf: (row: Row) => readonly string[]): Map<string, number[]> {
  const having = new Map<string, number[]>();
  for (const [n, rows] of pages.entries())
    for (const says of new Set(rows.flatMap(saysOf))) {
      const own = having.get(says);
      if (own === undefined) having.set(says, [n]);
      else own.push(n);
    }
  return having;
}

const isNeighbour = (page: number, n: number): boolean => page !== n && Math.abs(page - n) <= 2;

const isCloseToNext = (row: Row | undefined): boolean =>
  row?.next !== undefined && row.next - row.fromEdge < largestSize(row) * thresholds.setOff;

const largestSize = ({ pieces }: Row): number => pieces.reduce((most, { size }) => Math.max(most, size), 0);

/** Whether a row may be a running head: a line by itself, or two at the edges, with room between them and the text. */
const isRunningHead = (row: Row): boolean => !row.isHead && row.pieces.length <= 2 && !isCloseToNext(row);

/** The step in points that rows of one height share. */
const heightOf = ({ fromEdge }: Row): number => Math.round(fromEdge / thresholds.heightStep);

/** Whether the outermost row is alone at the edge. */
function isApart([outer, inner]: readonly Row[]): boolean {
  const [piece, next] = [outer?.pieces[0], inner?.pieces[0]];
  if (piece === undefined || next === undefined) return true;
  return Math.abs(piece.baseline - next.baseline) > Math.max(piece.size, next.size) * thresholds.apart;
}
