// Glyphs that are not there for readers: outside of the page, or doubled by an invisible layer. (PDFium leaves out what is drawn twice.)
import { areaOf, contains } from '../box.ts';
import type { Glyph, PageContent } from '../page-content.ts';

export function removeHiddenText(page: PageContent): void {
  const box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const inside = page.glyphs.filter((glyph) => contains(box, glyph, 1));
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
    page.pictures = page.pictures.filter((picture) => areaOf(picture) < page.width * page.height * 0.5);
}

/** The square of eight points that a letter stands in. */
const placeOf = ({ left, right, baseline }: Glyph): string =>
  `${Math.round((left + right) / 16)} ${Math.round(baseline / 8)}`;
