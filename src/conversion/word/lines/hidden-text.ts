// Glyphs that readers do not see: outside of the page, or doubled by an invisible layer. (PDFium leaves out what is drawn twice.)
import { areaOf, contains } from '../box.ts';
import type { Glyph, PageContent } from '../page-content.ts';

const thresholds = {
  /** Points that a letter may stand outside of the page. */
  offPage: 1,
  /** Share of the page: a larger picture under recognised text is the scan. */
  scan: 0.5,
  /** Points: letters of both layers in one square of this side are the same. */
  sameLetter: 8,
};

/** Removes them. Invisible text that is the only one, as on recognised scans, is kept, and the scan goes. */
export function removeHiddenText(page: PageContent): void {
  const box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const inside = page.glyphs.filter((glyph) => contains(box, glyph, thresholds.offPage));
  if (!inside.some(({ isHidden }) => isHidden)) {
    page.glyphs = inside;
    return;
  }
  const shown = new Set(
    inside.flatMap((glyph) => (glyph.isHidden || glyph.text.trim() === '' ? [] : [placeOf(glyph)])),
  );
  let recognised = 0;
  // The text of a recognised scan is all there is; over real text it is a copy.
  page.glyphs = inside.filter((glyph) => {
    if (!glyph.isHidden) return true;
    if (shown.has(placeOf(glyph))) return false;
    glyph.isHidden = false;
    if (glyph.text.trim() !== '') recognised += 1;
    return true;
  });
  if (recognised > shown.size)
    page.pictures = page.pictures.filter((picture) => areaOf(picture) < page.width * page.height * thresholds.scan);
}

/** The square that a letter stands in. */
const placeOf = ({ left, right, baseline }: Glyph): string =>
  `${Math.round((left + right) / 2 / thresholds.sameLetter)} ${Math.round(baseline / thresholds.sameLetter)}`;
