// Letters by their shapes: a font without names or a map may have outlines that another font of the file has for known letters.
import koffi from 'koffi';
import type { GlyphNumbers } from '#conversion/fonts/glyph-numbers.ts';
import { fontOfGlyphs, type Outline, outlineOf } from '#conversion/pdfium/glyph-outlines.ts';
import type {
  DocumentHandle,
  FontHandle,
  PageHandle,
  PageObjectHandle,
  TextPageHandle,
} from '#conversion/pdfium/handles.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { font as fonts, textObject, textPage } from '#conversion/pdfium/text-page.ts';

/** Finds a letter by the number of its glyph in the program of its font, and by the width of its ink in em. */
export type LettersByShape = (
  program: Buffer,
  numbers: GlyphNumbers,
) => (code: number, inkWidth: number) => string | undefined;

/** em: the tolerated difference between the width of an outline and the ink of its supposed letter. */
const maxWidthOff = 0.03;

const fitsInk = (outline: Outline, inkWidth: number): boolean => Math.abs(outline.width - inkWidth) <= maxWidthOff;

/** The width of a letter's ink, in em; not a number of one that is turned. */
export function inkWidthOf(text: TextPageHandle, index: number, object: PageObjectHandle): number {
  const { left, right } = textPage.inkBox(text, index);
  const [a, b] = textPage.matrix(text, index);
  return b === 0 ? (right - left) / Math.abs(textObject.fontSize(object) * a) : NaN;
}

/** Letters by the shapes of those of all pages that have a Unicode, where all of a shape are the same; a letter without a shape is a blank. */
export function lettersByShape(document: DocumentHandle, pages: number, numberedOf: NumberedOf): LettersByShape {
  const shapes = new Map<string, string | null>();
  for (let index = 0; index < pages; index++) {
    const page = pdfium.loadPage(document, index);
    if (page === null) continue;
    for (const { letter, shape } of shapesOf(page, numberedOf(index))) {
      const known = shapes.get(shape);
      shapes.set(shape, known === undefined || known === letter ? letter : null);
    }
    pdfium.closePage(page);
  }
  return (program, { glyphOf, isBlank, count }) => {
    const font = fontOfGlyphs(document, program, count);
    return (code, inkWidth) => {
      const glyph = glyphOf(code) ?? 0;
      if (font === null || glyph <= 0 || glyph >= count) return undefined;
      const outline = outlineOf(font, glyph);
      if (outline === undefined) return isBlank(glyph) ? ' ' : undefined;
      return fitsInk(outline, inkWidth) ? (shapes.get(outline.shape) ?? undefined) : undefined;
    };
  };
}

/** Whether the characters of a font are nothing but numbers of glyphs; of a page, from 0. */
export type NumberedOf = (page: number) => (font: FontHandle) => boolean;

/** Each letter of each embedded font once. */
function shapesOf(page: PageHandle, isNumbered: (font: FontHandle) => boolean): { letter: string; shape: string }[] {
  const text = textPage.load(page);
  if (text === null) return [];
  const found: { letter: string; shape: string }[] = [];
  const seen = new Set<string>();
  const count = textPage.countChars(text);
  for (let n = 0; n < count; n++) {
    const unicode = textPage.unicode(text, n);
    const object = isMeaningful(unicode) && textPage.hasMapError(text, n) !== 1 ? textPage.textObject(text, n) : null;
    const font = object === null ? null : textObject.font(object);
    if (object === null || font === null) continue;
    const key = `${koffi.address(font)} ${unicode}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const outline = fonts.isEmbedded(font) === 1 && !isNumbered(font) ? outlineOf(font, unicode) : undefined;
    // Letters of a ligature have another glyph, or no glyph.
    if (outline !== undefined && fitsInk(outline, inkWidthOf(text, n, object)))
      found.push({ letter: String.fromCodePoint(unicode), shape: outline.shape });
  }
  textPage.close(text);
  return found;
}

/** Neither a sign for nothing nor for private use. */
const isMeaningful = (unicode: number): boolean =>
  unicode > 0x20 && unicode !== 0xad && unicode < 0xfff0 && !(unicode >= 0xd800 && unicode <= 0xf8ff);
