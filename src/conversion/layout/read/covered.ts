// Objects that are painted over: shadows of boxes are pictures or dark rectangles with only an edge visible.
import { areaOf, contains, grown, overlaps, sharedHeight, sharedWidth } from '../box.ts';
import type { Fill, PageContent } from '../page-content.ts';

const thresholds = {
  /** Points that a shadow reaches over its box. */
  shadow: 10,
  /** Share of a picture that is painted over, from which nothing of it is missed. */
  covered: 0.8,
  /** Rectangles and pictures of a page: more are a map. */
  most: 4000,
  /** The number of rectangles before a white one that are checked: more are a drawing. */
  looked: 400,
};

/** Removes the pictures of a page that opaque rectangles hide but for an edge, and marks white rectangles over darker ones. */
export function coverWith(fills: readonly Fill[], page: Pick<PageContent, 'pictures' | 'fills'>): void {
  if (page.fills.length + page.pictures.length > thresholds.most) return;
  for (const fill of fills) {
    const near = grown(fill, thresholds.shadow);
    page.pictures = page.pictures.filter((picture) => {
      const shared = Math.max(0, sharedWidth(fill, picture)) * Math.max(0, sharedHeight(fill, picture));
      return !(contains(near, picture) && shared > areaOf(picture) * thresholds.covered);
    });
    if (fill.color !== 'ffffff' || page.fills.length > thresholds.looked) continue;
    const at = page.fills.indexOf(fill);
    fill.isOver = page.fills.slice(0, at).some((other) => other.color !== 'ffffff' && overlaps(fill, other));
  }
}
