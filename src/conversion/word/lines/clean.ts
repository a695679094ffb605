// Glyphs that are not there for readers: outside of the page, doubled to look bold, or doubled by an invisible layer.
import { contains, type Glyph, type PageContent } from '../content.ts';
import { isBlank } from './lines.ts';

export function cleanGlyphs(page: PageContent): void {
  const box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const inside = page.glyphs.filter((glyph) => contains(box, glyph, 1));
  const shown = inside.filter(({ isHidden, text }) => !isHidden && text.trim() !== '').length;
  const hidden = inside.filter(({ isHidden, text }) => isHidden && text.trim() !== '').length;
  // The text of a recognised scan is all there is; over real text it is a copy.
  const isRecognised = hidden > 0 && shown < hidden * 0.1;
  if (isRecognised) for (const glyph of inside) glyph.isHidden = false;
  if (isRecognised) page.pictures = page.pictures.filter((picture) => area(picture) < page.width * page.height * 0.5);
  page.glyphs = withoutCopies(inside.filter(({ isHidden }) => !isHidden));
}

const area = (box: { left: number; right: number; top: number; bottom: number }) =>
  (box.right - box.left) * (box.bottom - box.top);

/** The same letter again a hair's breadth aside is one bold letter. */
function withoutCopies(glyphs: readonly Glyph[]): Glyph[] {
  const seen = new Map<string, Glyph[]>();
  return glyphs.filter((glyph, n) => {
    if (isBlank(glyph) || glyph.angle !== 0) return true;
    const key = (x: number, y: number) => `${glyph.text} ${Math.round(x / 4)} ${Math.round(y / 4)}`;
    const near = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => seen.get(key(glyph.left + dx * 4, glyph.baseline + dy * 4)) ?? []),
    );
    const slack = glyph.look.size * 0.09;
    const copy = near.find(
      (other) =>
        Math.abs(other.left - glyph.left) < slack &&
        Math.abs(other.baseline - glyph.baseline) < slack &&
        Math.abs(other.look.size - glyph.look.size) < 0.5,
    );
    // Letters of one ligature have one place.
    const isLigature = copy !== undefined && copy === glyphs[n - 1] && Math.abs(copy.left - glyph.left) < 0.01;
    if (copy === undefined || isLigature) {
      const own = key(glyph.left, glyph.baseline);
      seen.set(own, [...(seen.get(own) ?? []), glyph]);
      return true;
    }
    // A shadow is drawn first, in another colour.
    if (copy.look.color === glyph.look.color && Math.abs(copy.left - glyph.left) > 0.01)
      copy.look = { ...copy.look, bold: true };
    else copy.look = { ...copy.look, color: glyph.look.color };
    return false;
  });
}
