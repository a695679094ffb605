// The pictures of headers and footers, taken from their pages.
import type { PageContent, Picture, TextLine } from '../page-content.ts';

const thresholds = {
  /** Share of the pages that have to have a row as well. */
  otherPages: 0.2,
  /** Points: the tolerance for pictures of two pages at the same position. */
  samePlace: 2,
  /** Share of the page's height: pictures of headers end above it. */
  pictureZoneTop: 0.18,
  /** Share of the page's height: pictures of footers begin below it. */
  pictureZoneBottom: 0.84,
  /** Points that a picture may reach over the lines of its header or footer. */
  pictureReach: 20,
};

/** Of one page. */
export interface EdgePictures {
  header: Picture[];
  footer: Picture[];
}

/** Pictures in the zones of headers and footers: artifacts, or the same on other pages. */
export function takePictures(
  pages: readonly PageContent[],
  { headers, footers }: { headers: readonly TextLine[][]; footers: readonly TextLine[][] },
  isTagged: boolean,
): EdgePictures[] {
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
