// Finds letters under objects that are painted later. The painted page shows whether they are hidden: grounds have clips, holes and blend modes.
import type { DocumentHandle } from '#conversion/pdfium/handles.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { claim } from '../claims.ts';
import { type Box, boxOfPage, contains } from '../box.ts';
import { isBlank } from '../lines/lines.ts';
import type { Glyph, PageContent } from '../page-content.ts';
import { farAway, visitObjects } from './page-object-tree.ts';
import { asRgb, paint, type Painted } from './pictures.ts';
import { pageWide, scansOf } from './scanned.ts';
import type { Viewport } from './viewport.ts';

const thresholds = {
  /** Grounds and pictures over text: more are a map. */
  most: 4000,
  /** Dots per inch: letters that nobody can make out are seen, too. */
  dpi: 96,
};

/** An opaque ground or a picture, and its place among the objects that the page is painted with. */
export interface Cover extends Box {
  order: number;
  isPicture: boolean;
}

interface Place {
  index: number;
  viewport: Viewport;
}

/** Claims the letters that nothing is seen of. Under a picture of the page they are the text that was recognised in it, and a ground over
 * the page is damaged content: these count as invisible. */
export function coverLetters(
  document: DocumentHandle,
  page: PageContent,
  covers: readonly Cover[],
  place: Place,
): void {
  const hidden = hiddenIn(document, page, covers, place);
  if (hidden.size === 0) return;
  const scans = [
    ...scansOf(
      page,
      covers.filter(({ isPicture }) => isPicture),
    ),
    ...pageWide(page, covers),
  ];
  const shown = new Set(page.glyphs.flatMap((glyph) => (isBlank(glyph) || hidden.has(glyph) ? [] : [glyph.order])));
  const under = new Set([...hidden].map(({ order }) => order));
  const covered: Glyph[] = [];
  for (const glyph of page.glyphs) {
    if (!hidden.has(glyph) && !(isBlank(glyph) && under.has(glyph.order) && !shown.has(glyph.order))) continue;
    if (isUnder(glyph, scans)) glyph.isHidden = true;
    else covered.push(glyph);
  }
  claim(page, covered, 'covered');
}

const isUnder = (glyph: Glyph, covers: readonly Cover[]): boolean =>
  covers.some((cover) => cover.order > (glyph.order ?? Infinity) && contains(cover, glyph));

/** The letters that the page looks the same without. */
function hiddenIn(
  document: DocumentHandle,
  page: PageContent,
  covers: readonly Cover[],
  { index, viewport }: Place,
): Set<Glyph> {
  if (covers.length > thresholds.most) return new Set();
  const box = boxOfPage(page);
  const under = page.glyphs.filter(
    (glyph) => !glyph.isHidden && !isBlank(glyph) && contains(box, glyph) && isUnder(glyph, covers),
  );
  const handle = under.length === 0 ? null : pdfium.loadPage(document, index);
  if (handle === null) return new Set();
  const paintPage = () => paint(handle, { box, dpi: thresholds.dpi, viewport, flags: asRgb });
  const before = paintPage();
  const own = new Set(under.map(({ order }) => order));
  const read = new Set(page.glyphs.map(({ order }) => order));
  let order = -1;
  visitObjects(handle, (object) => {
    order += 1;
    // PDFium returns no letters for text that is painted a second time, so it is moved together with the first.
    const isAgain = !read.has(order) && pageObjects.type(object) === objectTypes.text;
    if (own.has(order) || isAgain) pageObjects.move(object, farAway, 0);
  });
  const without = paintPage();
  pdfium.closePage(handle);
  if (before === null || without === null) return new Set();
  return new Set(under.filter((glyph) => isSame(before, without, dotsOf(glyph, box, before))));
}

/** The dots of a letter in a painted part of its page. */
function dotsOf(letter: Box, box: Box, { width, height }: Painted): Box {
  const [across, down] = [width / (box.right - box.left), height / (box.bottom - box.top)];
  return {
    left: Math.max(0, Math.floor((letter.left - box.left) * across)),
    right: Math.min(width, Math.ceil((letter.right - box.left) * across)),
    top: Math.max(0, Math.floor((letter.top - box.top) * down)),
    bottom: Math.min(height, Math.ceil((letter.bottom - box.top) * down)),
  };
}

function isSame(a: Painted, b: Painted, { left, right, top, bottom }: Box): boolean {
  for (let y = top; y < bottom; y++) {
    const [from, to] = [(y * a.width + left) * 3, (y * a.width + right) * 3];
    if (a.dots.compare(b.dots, from, to, from, to) !== 0) return false;
  }
  return true;
}
