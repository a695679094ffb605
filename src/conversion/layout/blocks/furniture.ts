// Page furniture, that is running headers and footers: lines repeated at the top or bottom of pages (page numbers may differ), and
// artifacts of tagged pages there. A line that no header of the document will show stays in the body of its page.
import { claim } from '../claims.ts';
import { union } from '../box.ts';
import { mostFrequent } from '../numbers.ts';
import { textOfLine } from '../lines/lines.ts';
import type { PageContent, Shape, TextLine } from '../page-content.ts';
import { firstNumberOf, ownNumbersIn, pageFingerprints, saysTheSame, type Row } from './furniture-fingerprints.ts';
import { takeDrawings } from './furniture-drawings.ts';
import { takePictures, type EdgePictures } from './furniture-pictures.ts';
import { outerRows, repeatedRows } from './furniture-rows.ts';
import { pageNumbers, type PageNumber } from './page-numbers.ts';
import { rangesOf, setFor, type FurnitureRange } from './furniture-ranges.ts';

export interface PageFurniture {
  /** By page, from top to bottom. */
  headers: TextLine[][];
  footers: TextLine[][];
  /** Of both, by page. */
  pictures: EdgePictures[];
  /** The drawings around both, by the page whose header and footer represent others. */
  drawings: ReadonlyMap<number, readonly Shape[]>;
  /** The number of each page. */
  numbers: PageNumber[];
  ranges: FurnitureRange[];
}

const thresholds = {
  /** Times the size of the body: a page that begins with a larger line begins something new. */
  headingSize: 1.15,
  /** em: a page that ends so much higher than a full one ends a part. */
  shortPage: 4,
  /** Share of the pages that are longer than a full page. */
  fullPages: 0.1,
  /** Share of the pages which have a row that is shown on all of them. */
  havingRow: 0.4,
  /** Share of the pages that lack the rows of the previous page: above it, the rows belong to the content, not to the pages. */
  lacking: 0.1,
  /** Share of the pages with one part of a running head that have another one in whole, and how many heads there are at least. */
  changing: 0.5,
  minHeads: 2,
  /** em: letters on baselines within it are of the page's first line. */
  firstLine: 0.5,
  /** Points by which width and height of pages of one size differ together. */
  sameSize: 20,
};

/** Finds the lines and claims their glyphs. */
export function takeFurniture(pages: readonly PageContent[], isTagged: boolean): PageFurniture {
  const all = pages.map((page) => outerRows(page, isTagged));
  const bodySize = mostFrequent(pages.flatMap(({ glyphs }) => glyphs.map(({ style }) => style.size))) ?? 10;
  const firstNumber = firstNumberOf(all.map(({ headers, footers }) => [...headers, ...footers]));
  const found = {
    headers: repeatedRows(
      all.map(({ headers }) => headers),
      { isTagged, bodySize, isTop: true },
    ),
    footers: repeatedRows(
      all.map(({ footers }) => footers),
      { isTagged, bodySize, isTop: false },
    ),
  };
  const numbers = pageNumbers(
    pages.map((_, n) => [...(found.headers[n] ?? []), ...(found.footers[n] ?? [])]),
    firstNumber,
  );
  const numberOf = (n: number) => numbers[n]?.value ?? n + 1;
  const pictures = takePictures(pages, { headers: lines(found.headers), footers: lines(found.footers) }, isTagged);
  const fingerprints = pageFingerprints(found, pictures, numbers);
  const mayBegin = beginsAnew(pages, found, bodySize);
  const lacking = lackingPages(found);
  const changing = changingHeads(found.headers, numbers);
  const hasToBegin = (n: number) =>
    numbers[n]?.isStart === true ||
    turnsWith(pages, fingerprints, n) ||
    (lacking.has(n) && mayBegin(n)) ||
    (changing.has(n) && fingerprints[n] !== fingerprints[n - 1]);
  const isClear = (n: number) => {
    const text = lines([[...(found.headers[n] ?? []), ...(found.footers[n] ?? [])]])
      .flat()
      .map(textOfLine)
      .join('|');
    return ownNumbersIn(text, numbers[n]?.text ?? '').length <= 1;
  };
  const ranges = rangesOf(fingerprints, numberOf, mayBegin, hasToBegin, isClear);
  dropPassing(found, ranges, numberOf);
  dropLone(pages, found);
  const isShown = (kind: 'headers' | 'footers', row: Row, n: number): boolean => {
    const { index } = setFor(ranges, n, numberOf) ?? { index: -1 };
    return (found[kind][index] ?? []).some((other) => saysTheSame(other, row));
  };
  const result = { headers: [] as TextLine[][], footers: [] as TextLine[][] };
  for (const [n, page] of pages.entries())
    for (const kind of ['headers', 'footers'] as const) {
      const rows = (found[kind][n] ?? []).filter((row) => isShown(kind, row, n));
      const own = rows.flatMap(({ pieces }) => pieces);
      result[kind].push(kind === 'headers' ? own : own.toReversed());
      if (own.length > 0)
        claim(
          page,
          own.flatMap(({ glyphs }) => glyphs),
          'furniture',
        );
      release((found[kind][n] ?? []).filter((row) => !rows.includes(row)));
    }
  return { ...result, pictures, drawings: drawingsOf(pages, result, { ranges, numberOf }), numbers, ranges };
}

/** The few pages that have no header or footer where the page before has one. */
function lackingPages({ headers, footers }: { headers: readonly Row[][]; footers: readonly Row[][] }): Set<number> {
  const lacks = (n: number) =>
    [headers, footers].some((rows) => rows[n]?.length === 0 && (rows[n - 1]?.length ?? 0) > 0);
  const lacking = [...headers.keys()].filter(lacks);
  return new Set(lacking.length <= Math.max(1, headers.length * thresholds.lacking) ? lacking : []);
}

/**
 * Pages whose running head changes in part, like those of a dictionary. In the body, such a head would part the text of the page before
 * from that of this one all the same.
 */
function changingHeads(rows: readonly Row[][], numbers: readonly PageNumber[]): Set<number> {
  const pagesOf = Map.groupBy(
    rows.flatMap((own, n) => own.flatMap(({ parts }) => parts.map((part) => ({ part, n })))),
    ({ part }) => part,
  );
  const says = (n: number) => {
    const texts = (rows[n] ?? []).flatMap(({ pieces }) => pieces.map((piece) => textOfLine(piece).trim()));
    return texts.filter((text) => text !== numbers[n]?.text).join('|');
  };
  const changing = pagesOf.values().filter((having) => {
    const heads = new Set(having.map(({ n }) => says(n)));
    return heads.size > Math.max(thresholds.minHeads, having.length * thresholds.changing);
  });
  return new Set([...changing].flat().map(({ n }) => n));
}

/** Removes the drawings around headers and footers from the pages. */
function drawingsOf(
  pages: readonly PageContent[],
  { headers, footers }: { headers: readonly TextLine[][]; footers: readonly TextLine[][] },
  { ranges, numberOf }: { ranges: readonly FurnitureRange[]; numberOf: (n: number) => number },
): Map<number, Shape[]> {
  const drawings = new Map<number, Shape[]>();
  // Odd and even pages may have one in common.
  for (const [shown, indexes] of Map.groupBy(pages.keys(), (n) => setFor(ranges, n, numberOf)?.index ?? -1)) {
    const hasText = (headers[shown]?.length ?? 0) + (footers[shown]?.length ?? 0) > 0;
    if (hasText) drawings.set(shown, takeDrawings(pages, shown, indexes));
  }
  return drawings;
}

/** Rows that most of the represented pages lack are text of their page. */
function dropPassing(
  found: { headers: Row[][]; footers: Row[][] },
  ranges: readonly FurnitureRange[],
  numberOf: (n: number) => number,
): void {
  const users = Map.groupBy(found.headers.keys(), (n) => setFor(ranges, n, numberOf));
  for (const [set, pages] of users)
    for (const kind of ['headers', 'footers'] as const) {
      if (set === undefined || set.index < 0) continue;
      const own = found[kind];
      const isKept = (row: Row) => {
        const alike = pages.filter((n) => own[n]?.some((other) => saysTheSame(other, row)));
        return alike.length >= pages.length * thresholds.havingRow;
      };
      const [kept, passing] = [
        own[set.index]?.filter(isKept) ?? [],
        own[set.index]?.filter((row) => !isKept(row)) ?? [],
      ];
      release(passing);
      own[set.index] = kept;
    }
}

/** Rows of pages without a body are their body, unless pages with one have them as well, or tags say otherwise. */
function dropLone(pages: readonly PageContent[], found: { headers: Row[][]; footers: Row[][] }): void {
  const hasBody = pages.map((page, n) => {
    const rows = [...(found.headers[n] ?? []), ...(found.footers[n] ?? [])];
    const outer = new Set(rows.flatMap(({ pieces }) => pieces.flatMap(({ glyphs }) => glyphs)));
    if (page.pictures.length + page.drawingPaths.length > 0) return true;
    return page.glyphs.some((glyph) => !outer.has(glyph) && !glyph.isHidden && glyph.text.trim() !== '');
  });
  if (hasBody.every(Boolean)) return;
  for (const rows of [found.headers, found.footers]) {
    const besideBody = rows.filter((_, n) => hasBody[n] === true).flat();
    for (const [n, own] of rows.entries()) {
      if (hasBody[n] === true) continue;
      const isArtifact = ({ pieces }: Row) => pieces.every(({ glyphs }) => glyphs.every((glyph) => glyph.isArtifact));
      rows[n] = own.filter((row) => isArtifact(row) || besideBody.some((other) => saysTheSame(other, row)));
    }
  }
}

/** Marks rows as text of their page, not artifacts. */
function release(rows: readonly Row[]): void {
  for (const { pieces } of rows) for (const { glyphs } of pieces) for (const glyph of glyphs) glyph.isArtifact = false;
}

/**
 * Whether a page begins something new: a section may begin only there, as it forces a page. The page before ends short, or the
 * page begins with text set like a heading.
 */
function beginsAnew(
  pages: readonly PageContent[],
  { headers, footers }: { headers: readonly Row[][]; footers: readonly Row[][] },
  bodySize: number,
): (n: number) => boolean {
  const read = () => {
    const bodies = pages.map(({ glyphs }, n) => {
      const furniture = new Set(
        [...(headers[n] ?? []), ...(footers[n] ?? [])].flatMap(({ pieces }) => pieces.flatMap((piece) => piece.glyphs)),
      );
      return glyphs.filter((glyph) => !furniture.has(glyph) && !glyph.isHidden && glyph.text.trim() !== '');
    });
    const bottoms = bodies.map((body) => Math.max(0, union(body).bottom));
    const low = bottoms.toSorted((a, b) => b - a)[Math.floor(bottoms.length * thresholds.fullPages)] ?? 0;
    return { bodies, bottoms, low };
  };
  // Read when it is first needed: most documents have one header from the first page to the last.
  let known: ReturnType<typeof read> | undefined;
  return (n) => {
    const { bodies, bottoms, low } = (known ??= read());
    if ((bottoms[n - 1] ?? 0) < low - bodySize * thresholds.shortPage) return true;
    const body = bodies[n] ?? [];
    if (body.length === 0) return true;
    // A page may have more letters than the arguments that a call can have.
    const top = body.reduce((highest, { baseline }) => Math.min(highest, baseline), Infinity);
    const first = body.filter(({ baseline }) => baseline < top + bodySize * thresholds.firstLine);
    return first.every(({ style }) => style.size > bodySize * thresholds.headingSize);
  };
}

/** Whether a page of another size has different rows at its edges: the earlier rows do not fit here. */
function turnsWith(pages: readonly PageContent[], fingerprints: readonly string[], n: number): boolean {
  const [before, page] = [pages[n - 1], pages[n]];
  const isOther =
    before !== undefined &&
    page !== undefined &&
    Math.abs(before.width - page.width) + Math.abs(before.height - page.height) > thresholds.sameSize;
  return isOther && fingerprints[n] !== '' && fingerprints[n] !== fingerprints[n - 1];
}

const lines = (pages: readonly (readonly Row[])[]): TextLine[][] =>
  pages.map((rows) => rows.flatMap(({ pieces }) => pieces));
