// Headers and footers: what stands at the top or bottom of page after page, numbers aside, and what tags call an artifact there.
import { type Line, type PageContent, type Picture, union } from '../content.ts';
import { piecesOf, rowsOf, textOfLine } from '../lines/lines.ts';

export interface Furniture {
  /** By page, from top to bottom. */
  headers: Line[][];
  footers: Line[][];
  /** Of both, by page. */
  pictures: { header: Picture[]; footer: Picture[] }[];
}

const zone = 0.16;

/** The text without what changes from page to page. */
const masked = (line: Line): string =>
  textOfLine(line)
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/gi, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Finds the lines and takes their glyphs from the pages. */
export function takeFurniture(pages: readonly PageContent[], isTagged: boolean): Furniture {
  const all = pages.map((page) => {
    // Nothing further inside is looked at.
    const [high, low] = [page.height * 0.3, page.height * 0.7];
    const outer = page.glyphs.filter(
      ({ angle, isHidden, bottom, top }) => angle === 0 && !isHidden && (bottom < high || top > low),
    );
    const pieces = piecesOf(outer, page.index);
    const rows = rowsOf(pieces);
    const body = page.glyphs.filter(({ isArtifact, text }) => !isArtifact && text.trim() !== '');
    const edges =
      isTagged && body.length > 0 ? union(body) : { top: page.height * zone, bottom: page.height * (1 - zone) };
    return { rows: rows.map((row) => row.toSorted((a, b) => a.left - b.left)), edges };
  });
  const headers = all.map(({ rows, edges }) =>
    outermost(rows, (row) => row.every(({ baseline }) => baseline < edges.top + 2), isTagged),
  );
  const footers = all.map(({ rows, edges }) =>
    outermost(
      rows.toReversed(),
      (row) => row.every(({ baseline, size }) => baseline - size * 0.7 > edges.bottom - 2),
      isTagged,
    ),
  );
  const result = {
    headers: kept(headers, isTagged),
    footers: kept(footers, isTagged).map((rows) => rows.toReversed()),
  };
  const pictures = takePictures(pages, result, isTagged);
  for (const [n, page] of pages.entries()) {
    const taken = new Set([...(result.headers[n] ?? []), ...(result.footers[n] ?? [])].flatMap(({ glyphs }) => glyphs));
    page.glyphs = page.glyphs.filter((glyph) => !taken.has(glyph));
  }
  return { ...result, pictures };
}

/** Rows from the edge inwards as long as they are in its zone; of tagged pages only artifacts. */
function outermost(rows: readonly Line[][], isNear: (row: Line[]) => boolean, isTagged: boolean): Line[][] {
  const found: Line[][] = [];
  for (const row of rows) {
    if (!isNear(row) || found.length >= 8) break;
    if (
      isTagged &&
      !row.every((piece) => piece.glyphs.every(({ isArtifact, text }) => isArtifact || text.trim() === ''))
    )
      break;
    found.push(row);
  }
  return found;
}

/** Of every page the rows that other pages have too at the same height. */
function kept(pages: readonly Line[][][], isTagged: boolean): Line[][] {
  const near = (a: Line[], b: Line[]) =>
    Math.abs((a[0]?.baseline ?? 0) - (b[0]?.baseline ?? 0)) < 3 && a.map(masked).join('|') === b.map(masked).join('|');
  return pages.map((rows, n) => {
    let count = 0;
    for (const [at, row] of rows.entries()) {
      const text = row.map(masked).join(' ');
      const others = pages.filter((other, m) => m !== n && other.some((candidate) => near(candidate, row)));
      const enough = pages.length < 2 ? 2 : pages.length < 4 ? 1 : Math.max(2, Math.ceil(pages.length * 0.2));
      const isNumber = /^(?:page )?#(?: (?:of|\/|von|de|sur) #)?$|^[-–] ?# ?[-–]$/.test(text);
      const isAlone = isNumber && at === 0 && pages.length > 1 && others.length >= 1;
      if ((isTagged && text !== '') || others.length >= enough || isAlone) count = at + 1;
    }
    return rows.slice(0, count).flat();
  });
}

/** Pictures in the zones of headers and footers: artifacts, or the same on other pages. */
function takePictures(
  pages: readonly PageContent[],
  { headers, footers }: Pick<Furniture, 'headers' | 'footers'>,
  isTagged: boolean,
): Furniture['pictures'] {
  const alike = (a: Picture, b: Picture) =>
    Math.abs(a.left - b.left) < 2 &&
    Math.abs(a.top - b.top) < 2 &&
    Math.abs(a.right - b.right) < 2 &&
    a.width === b.width &&
    a.height === b.height;
  return pages.map((page, n) => {
    const isFurniture = (picture: Picture) =>
      isTagged
        ? picture.isArtifact
        : pages.filter((other, m) => m !== n && other.pictures.some((candidate) => alike(candidate, picture))).length >=
          Math.max(1, Math.min(2, pages.length * 0.2));
    const inZone = (picture: Picture, isTop: boolean) => {
      const lines = (isTop ? headers[n] : footers[n]) ?? [];
      const reach = isTop
        ? Math.max(page.height * 0.18, ...lines.map(({ bottom }) => bottom))
        : Math.min(page.height * 0.84, ...lines.map(({ top }) => top));
      return isTop ? picture.bottom < reach + 20 : picture.top > reach - 20;
    };
    const found = page.pictures.filter(isFurniture);
    const header = found.filter((picture) => inZone(picture, true));
    const footer = found.filter((picture) => !header.includes(picture) && inZone(picture, false));
    page.pictures = page.pictures.filter((picture) => !header.includes(picture) && !footer.includes(picture));
    return { header, footer };
  });
}
