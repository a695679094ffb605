// Page furniture, that is running headers and footers: what page after page has at its top or bottom (page numbers may differ), and
// artifacts of tagged pages there. A line that no header of the document will show stays in the body of its page.
import { union } from '../box.ts';
import type { TextLine, PageContent, Picture } from '../page-content.ts';
import { piecesOf, rowsOf, textOfLine } from '../lines/lines.ts';
import { rangesOf, setFor, type FurnitureRange } from './furniture-ranges.ts';

export interface PageFurniture {
  /** By page, from top to bottom. */
  headers: TextLine[][];
  footers: TextLine[][];
  /** Of both, by page. */
  pictures: { header: Picture[]; footer: Picture[] }[];
  /** The number of the first page. */
  firstNumber: number;
  ranges: FurnitureRange[];
}

const thresholds = {
  /** Share of the page's height at its top and bottom in which headers and footers of untagged pages stand (about 4.7 cm of A4). */
  zone: 0.16,
  /** Share of the page's height at its top and bottom that is read at all; tags may put a header lower than the zone. */
  lookedAt: 0.3,
  /** Lines of a header or footer. */
  maxRows: 8,
  /** Points that a header may reach into the body. */
  slack: 2,
  /** em: the height of capitals, from which the top of a line is known without its font. */
  capHeight: 0.7,
  /** Times the size of the body: a larger line is a title, unless every second page has it. */
  titleSize: 1.25,
  /** Times the size of the body: a page that begins with a larger line begins something new. */
  headingSize: 1.15,
  /** em: a page that ends so much higher than a full one ends a part. */
  shortPage: 4,
  /** Share of the pages that reach lower than what counts as a full page. */
  fullPages: 0.1,
  /** em: letters on baselines within it are of the page's first line. */
  firstLine: 0.5,
  /** em from a lone page number to the next line. */
  apart: 2.5,
  /** Share of the pages that have to have a row as well. */
  otherPages: 0.2,
  /** Points: rows of two pages stand at one height within it. */
  baselineStep: 4,
  /** Share of the pages that agree on the number of the first one. */
  numberedPages: 0.6,
  /** Points: pictures of two pages stand at one place within it. */
  samePlace: 2,
  /** Points by which width and height of pages of one size differ together. */
  sameSize: 20,
  /** Share of the page's height: pictures of headers end above it. */
  pictureZoneTop: 0.18,
  /** Share of the page's height: pictures of footers begin below it. */
  pictureZoneBottom: 0.84,
  /** Points that a picture may reach over the lines of its header or footer. */
  pictureReach: 20,
};

interface Row {
  pieces: TextLine[];
  /** Its text and height, a number that grows from page to page as its distance to the page's: equal ones are of one header. */
  fingerprints: string[];
}

/** Finds the lines and takes their glyphs from the pages. */
export function takeFurniture(pages: readonly PageContent[], isTagged: boolean): PageFurniture {
  const all = pages.map((page) => outerRows(page, isTagged));
  const bodySize = usualSize(pages);
  const firstNumber = firstNumberOf(all.map(({ headers, footers }) => [...headers, ...footers]));
  const found = {
    headers: repeatedRows(
      all.map(({ headers }) => headers),
      isTagged,
      bodySize,
    ),
    footers: repeatedRows(
      all.map(({ footers }) => footers),
      isTagged,
      bodySize,
    ),
  };
  const pictures = takePictures(pages, { headers: lines(found.headers), footers: lines(found.footers) }, isTagged);
  const fingerprints = pageFingerprints(found, pictures, firstNumber);
  const mayBegin = beginsAnew(pages, found, bodySize);
  const ranges = rangesOf(fingerprints, firstNumber, mayBegin, (n) => turnsWith(pages, fingerprints, n));
  const isShown = (kind: 'headers' | 'footers', row: Row, n: number): boolean => {
    const { index } = setFor(ranges, n, firstNumber) ?? { index: -1 };
    return (found[kind][index] ?? []).some((other) =>
      other.fingerprints.some((fingerprint) => row.fingerprints.includes(fingerprint)),
    );
  };
  const result = { headers: [] as TextLine[][], footers: [] as TextLine[][] };
  for (const [n, page] of pages.entries())
    for (const kind of ['headers', 'footers'] as const) {
      const rows = (found[kind][n] ?? []).filter((row) => isShown(kind, row, n));
      const own = rows.flatMap(({ pieces }) => pieces);
      result[kind].push(kind === 'headers' ? own : own.toReversed());
      if (own.length > 0) {
        const taken = new Set(own.flatMap(({ glyphs }) => glyphs));
        page.glyphs = page.glyphs.filter((glyph) => !taken.has(glyph));
      }
      // No artifact then, but text of this page.
      for (const row of found[kind][n] ?? [])
        if (!rows.includes(row))
          for (const { glyphs } of row.pieces) for (const glyph of glyphs) glyph.isArtifact = false;
    }
  return { ...result, pictures, firstNumber, ranges };
}

function usualSize(pages: readonly PageContent[]): number {
  const letters = new Map<number, number>();
  for (const { glyphs } of pages)
    for (const { style } of glyphs) letters.set(style.size, (letters.get(style.size) ?? 0) + 1);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/**
 * Tells whether a page begins something new: only there may a section begin, which forces a page. The page before ends short, or
 * what the page begins with is set like a heading.
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
  // Most documents have one header from the first page to the last, and nobody asks.
  let known: ReturnType<typeof read> | undefined;
  return (n) => {
    const { bodies, bottoms, low } = (known ??= read());
    if ((bottoms[n - 1] ?? 0) < low - bodySize * thresholds.shortPage) return true;
    const body = bodies[n] ?? [];
    // A call takes fewer values than a page may have letters.
    const top = body.reduce((highest, { baseline }) => Math.min(highest, baseline), Infinity);
    const first = body.filter(({ baseline }) => baseline < top + bodySize * thresholds.firstLine);
    return first.length > 0 && first.every(({ style }) => style.size > bodySize * thresholds.headingSize);
  };
}

/** Whether a page of another size has something else at its edges: what stood there cannot stand here. */
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

/** Rows of both zones, from the page's edge inwards. */
function outerRows(page: PageContent, isTagged: boolean): { headers: Row[]; footers: Row[] } {
  // Nothing further inside is looked at.
  const [high, low] = [page.height * thresholds.lookedAt, page.height * (1 - thresholds.lookedAt)];
  const outer = page.glyphs.filter(
    ({ angle, isHidden, bottom, top }) => angle === 0 && !isHidden && (bottom < high || top > low),
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
  const row = (pieces: TextLine[]): Row => ({ pieces, fingerprints: fingerprintsOf(pieces, page.index) });
  return {
    headers: outermost(rows, isAbove, isTagged).map(row),
    footers: outermost(rows.toReversed(), isBelow, isTagged).map(row),
  };
}

/** Rows from the edge inwards as long as they are in its zone; of tagged pages only artifacts. */
function outermost(rows: readonly TextLine[][], isNear: (row: TextLine[]) => boolean, isTagged: boolean): TextLine[][] {
  const found: TextLine[][] = [];
  for (const row of rows) {
    if (!isNear(row) || found.length >= thresholds.maxRows) break;
    if (
      isTagged &&
      !row.every((piece) => piece.glyphs.every(({ isArtifact, text }) => isArtifact || text.trim() === ''))
    )
      break;
    found.push(row);
  }
  return found;
}

/** Rows that share a fingerprint say the same: as it is, or with the first or the last number counted from the page. */
function fingerprintsOf(pieces: readonly TextLine[], index: number): string[] {
  const text = pieces.map(textOfLine).join('|').replace(/\s+/g, ' ').trim().toLowerCase();
  if (text === '') return [];
  const counted = (pattern: RegExp) => text.replace(pattern, (digits) => `#${Number(digits) - index}`);
  const variants = new Set([text, counted(/\d{1,6}/), counted(/\d{1,6}(?!.*\d)/s)]);
  if (/^[ivxlc]+$/.test(text)) variants.add('#roman');
  // Heights within four points share one of two steps.
  const step = Math.floor((pieces[0]?.baseline ?? 0) / thresholds.baselineStep);
  return [...variants].flatMap((variant) => [`${step} ${variant}`, `${step + 1} ${variant}`]);
}

/** Of every page the rows that other pages have too at the same height. */
function repeatedRows(pages: readonly Row[][], isTagged: boolean, bodySize: number): Row[][] {
  const having = new Map<string, number[]>();
  for (const [n, rows] of pages.entries())
    for (const fingerprint of new Set(rows.flatMap(({ fingerprints }) => fingerprints)))
      having.set(fingerprint, [...(having.get(fingerprint) ?? []), n]);
  const enough =
    pages.length < 2 ? 2 : pages.length < 4 ? 1 : Math.max(2, Math.ceil(pages.length * thresholds.otherPages));
  return pages.map((rows, n) => {
    let count = 0;
    /** Neighbours that have every row up to here too. */
    let twins = [n - 1, n + 1];
    for (const [at, { fingerprints, pieces }] of rows.entries()) {
      const alike = fingerprints.map((fingerprint) => (having.get(fingerprint) ?? []).filter((page) => page !== n));
      const others = Math.max(0, ...alike.map(({ length }) => length));
      const isNumber = fingerprints.some((fingerprint) =>
        / (?:page )?#[-\d]+(?: (?:of|\/|von|de|sur) \d+)?$| [-–] ?#[-\d]+ ?[-–]$| #roman$/.test(fingerprint),
      );
      const isAlone = at === 0 && ((isNumber && others >= 1) || (isOwnNumber(fingerprints) && isApart(rows)));
      twins = twins.filter((page) => alike.some((where) => where.includes(page)));
      // A page that goes on like its neighbour is its copy.
      const isBlock = at >= 2 && rows.length < thresholds.maxRows && twins.length > 0;
      // What is larger than the text is a title, unless every second page has it.
      const isTitle =
        pieces.some(({ size }) => size > bodySize * thresholds.titleSize) && others < pages.length / 2 - 1;
      if ((isTagged && fingerprints.length > 0) || (!isTitle && (others >= enough || isAlone || isBlock)))
        count = at + 1;
    }
    return rows.slice(0, count);
  });
}

/** Whether a row ends with the page's own number, named or by itself: one page is enough to tell then. */
const isOwnNumber = (fingerprints: readonly string[]): boolean =>
  fingerprints.some((fingerprint) =>
    /^-?\d+ (?:(?:.*[ |])?(?:page|seite|pagina|página|strona|sida|side|страница|页面?|ページ|페이지)[ :]*#1(?: (?:of|\/|von|de|sur|di|van|из) \d+)?|第 ?#1 ?页|[-–] ?#1 ?[-–]|#1)$/u.test(
      fingerprint,
    ),
  );

/** Whether the outermost row stands by itself at the edge. */
function isApart([outer, inner]: readonly Row[]): boolean {
  const [piece, next] = [outer?.pieces[0], inner?.pieces[0]];
  if (piece === undefined || next === undefined) return true;
  return Math.abs(piece.baseline - next.baseline) > Math.max(piece.size, next.size) * thresholds.apart;
}

/** The number that pages count from: the one that most pages agree with. */
function firstNumberOf(pages: readonly Row[][]): number {
  const votes = new Map<number, number>();
  for (const [n, rows] of pages.entries()) {
    const text = rows.map(({ pieces }) => pieces.map(textOfLine).join(' ')).join(' ');
    for (const [digits] of text.matchAll(/\b\d{1,4}\b/g)) {
      const first = Number(digits) - n;
      if (first >= 0) votes.set(first, (votes.get(first) ?? 0) + 1);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0] - 1) - Math.abs(b[0] - 1))[0];
  const numbered = pages.filter((rows) => rows.length > 0).length;
  return best !== undefined && best[1] >= Math.max(2, numbered * thresholds.numberedPages) ? best[0] : 1;
}

/** What stands at the edges of each page, its own number and where the lines are aside. */
function pageFingerprints(
  { headers, footers }: { headers: readonly Row[][]; footers: readonly Row[][] },
  pictures: PageFurniture['pictures'],
  firstNumber: number,
): string[] {
  return headers.map((rows, n) => {
    const own = String(n + firstNumber);
    const text = [...rows, ...(footers[n] ?? [])].map(({ pieces }) =>
      pieces
        .map(textOfLine)
        .join('|')
        // Parts of times (3:54), dates (9/10/2013) and other numbers (0.8, 3.0) are not the page's.
        .replace(/\d+(?::\d+)+|\d+([/.-])\d+\1\d+|(?<!\d\.|\d)\d+(?!\d|\.\d)/g, (digits) =>
          digits === own ? '#' : digits,
        ),
    );
    const { header = [], footer = [] } = pictures[n] ?? {};
    return [...text, ...[...header, ...footer].map(({ left, top }) => `${Math.round(left)},${Math.round(top)}`)].join(
      '||',
    );
  });
}

/** Pictures in the zones of headers and footers: artifacts, or the same on other pages. */
function takePictures(
  pages: readonly PageContent[],
  { headers, footers }: Pick<PageFurniture, 'headers' | 'footers'>,
  isTagged: boolean,
): PageFurniture['pictures'] {
  const alike = (a: Picture, b: Picture) =>
    Math.abs(a.left - b.left) < thresholds.samePlace &&
    Math.abs(a.top - b.top) < thresholds.samePlace &&
    Math.abs(a.right - b.right) < thresholds.samePlace &&
    a.width === b.width &&
    a.height === b.height;
  return pages.map((page, n) => {
    const isFurniture = (picture: Picture) =>
      isTagged
        ? picture.isArtifact
        : pages.filter((other, m) => m !== n && other.pictures.some((candidate) => alike(candidate, picture))).length >=
          Math.max(1, Math.min(2, pages.length * thresholds.otherPages));
    const inZone = (picture: Picture, isTop: boolean) => {
      const lines = (isTop ? headers[n] : footers[n]) ?? [];
      const reach = isTop
        ? Math.max(page.height * thresholds.pictureZoneTop, ...lines.map(({ bottom }) => bottom))
        : Math.min(page.height * thresholds.pictureZoneBottom, ...lines.map(({ top }) => top));
      return isTop ? picture.bottom < reach + thresholds.pictureReach : picture.top > reach - thresholds.pictureReach;
    };
    const found = page.pictures.filter(isFurniture);
    const header = found.filter((picture) => inZone(picture, true));
    const footer = found.filter((picture) => !header.includes(picture) && inZone(picture, false));
    page.pictures = page.pictures.filter((picture) => !header.includes(picture) && !footer.includes(picture));
    return { header, footer };
  });
}
