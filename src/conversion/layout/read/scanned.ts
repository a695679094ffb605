// Scanned pages: without OCR they have no text to convert. The picture of a page may be cut into strips or tiles.
import { areaOf, type Box, grown, overlaps, union } from '../box.ts';
import { clustered } from '../groups.ts';
import type { PageContent } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Letters per page: fewer are a stamp or a page number, not the text of the page. */
  lettersPerPage: 12,
  /** Pictures of a page: more are no tiles of one. */
  maxTiles: 1000,
};

type Size = Pick<PageContent, 'width' | 'height'>;

/** Whether an area, in square points, covers most of a page. */
const isMostOf = ({ width, height }: Size, area: number): boolean => area > width * height * tolerances.pagePicture;

/** The boxes that cover most of a page alone. */
export const pageWide = <Item extends Box>(page: Size, boxes: readonly Item[]): Item[] =>
  boxes.filter((box) => isMostOf(page, areaOf(box)));

/** The boxes that cover most of a page, each by itself or in a group of touching boxes. */
export function scansOf<Item extends Box>(page: Size, boxes: readonly Item[]): Set<Item> {
  if (boxes.length > thresholds.maxTiles || !isMostOf(page, sumOfAreas(boxes))) return new Set(pageWide(page, boxes));
  const groups = clustered(boxes, (a, b) => overlaps(grown(a, tolerances.sameLinePoints), b));
  return new Set(groups.filter((own) => isMostOf(page, Math.min(sumOfAreas(own), areaOf(union(own))))).flat());
}

const sumOfAreas = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);

/** Whether at least half of the pages are pictures, with hardly more text than a stamp. */
export function isScanned(pages: readonly PageContent[]): boolean {
  const letters = pages.reduce((sum, page) => sum + page.glyphs.filter(({ text }) => text.trim() !== '').length, 0);
  if (letters >= pages.length * thresholds.lettersPerPage) return false;
  const covered = pages.filter((page) => scansOf(page, page.pictures).size > 0);
  return covered.length > 0 && covered.length * 2 >= pages.length;
}
