// How wide the glyphs of composite fonts are.
import type { PdfDictionary, PdfDocument } from './graph.ts';

/** Thousandths of the font's size that a glyph of a composite font is wide (ISO 32000-2, 9.7.4.3). */
export function widthOfGlyph(document: PdfDocument, font: PdfDictionary, glyph: number): number {
  const descendant = document.dictionary(document.array(font['/DescendantFonts'])[0]);
  const widths = document.array(descendant['/W']);
  for (let n = 0; n < widths.length;) {
    const [first, next] = [document.number(widths[n]) ?? 0, document.get(widths[n + 1])];
    if (Array.isArray(next)) {
      const width = document.number(next[glyph - first]);
      if (glyph >= first && width !== undefined) return width;
      n += 2;
    } else {
      if (typeof next === 'number' && glyph >= first && glyph <= next) return document.number(widths[n + 2]) ?? 0;
      n += 3;
    }
  }
  return document.number(descendant['/DW']) ?? 1000;
}
