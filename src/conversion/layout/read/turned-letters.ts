// The boxes of letters on their side, as on pages that a viewer turns: PDFium knows the advance of upright letters only.
import type { PageObjectHandle, TextPageHandle } from '#conversion/pdfium/handles.ts';
import { type CharBox, font, textObject, textPage } from '#conversion/pdfium/text-page.ts';

/** Of the sine or cosine of a quarter turn. */
const rounding = 0.01;

/** The ink, as wide as the advance along the line where the letter is turned by a quarter or by half and its font says that. */
export function turnedBox(text: TextPageHandle, index: number, object: PageObjectHandle): CharBox {
  const ink = textPage.inkBox(text, index);
  const advance = turnedAdvance(text, index, object);
  const [x, y] = textPage.origin(text, index);
  // Letters of one ligature share its place, and its ink.
  const isShared = [index - 1, index + 1].some((other) => {
    const [otherX, otherY] = other < 0 ? [NaN, NaN] : textPage.origin(text, other);
    return otherX === x && otherY === y;
  });
  if (advance === undefined || isShared) return ink;
  const [dx, dy] = advance;
  return dy === 0
    ? { ...ink, left: Math.min(x, x + dx), right: Math.max(x, x + dx) }
    : { ...ink, bottom: Math.min(y, y + dy), top: Math.max(y, y + dy) };
}

/** How far a letter moves the pen, in the page's own space; undefined where that is not known, or askew. */
export function turnedAdvance(
  text: TextPageHandle,
  index: number,
  object: PageObjectHandle,
): [dx: number, dy: number] | undefined {
  const handle = textObject.font(object);
  if (handle === null || textPage.hasMapError(text, index) === 1 || textPage.isGenerated(text, index) === 1)
    return undefined;
  const em = font.advance(handle, textPage.unicode(text, index)) * Math.abs(textObject.fontSize(object));
  const [a, b] = textPage.matrix(text, index);
  const scale = Math.hypot(a, b);
  if (em === 0 || scale === 0) return undefined;
  if (Math.abs(b) < scale * rounding) return [em * a, 0];
  return Math.abs(a) < scale * rounding ? [0, em * b] : undefined;
}
