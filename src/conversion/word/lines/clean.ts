// Glyphs that are not there for readers: outside of the page, or doubled by an invisible layer. (PDFium leaves out what is drawn twice.)
import { contains, type PageContent } from '../content.ts';

export function cleanGlyphs(page: PageContent): void {
  const box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const inside = page.glyphs.filter((glyph) => contains(box, glyph, 1));
  const shown = inside.filter(({ isHidden, text }) => !isHidden && text.trim() !== '').length;
  const hidden = inside.filter(({ isHidden, text }) => isHidden && text.trim() !== '').length;
  // The text of a recognised scan is all there is; over real text it is a copy.
  const isRecognised = hidden > 0 && shown < hidden * 0.1;
  if (isRecognised) for (const glyph of inside) glyph.isHidden = false;
  if (isRecognised) page.pictures = page.pictures.filter((picture) => area(picture) < page.width * page.height * 0.5);
  page.glyphs = inside.filter(({ isHidden }) => !isHidden);
}

const area = (box: { left: number; right: number; top: number; bottom: number }) =>
  (box.right - box.left) * (box.bottom - box.top);
