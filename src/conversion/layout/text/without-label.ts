// The text of an item of a list, whose label is written in another way.
import { isBlank } from '../lines/lines.ts';
import type { TextLine } from '../page-content.ts';

/** The lines without the label's glyphs and the blanks after it. */
export function withoutLabel(lines: readonly TextLine[], label: string, isGone: boolean): TextLine[] {
  const [first, ...rest] = lines;
  if (first === undefined || isGone) return [...lines];
  const raw = [...label.replace(/\s/gu, '')].length;
  let count = 0;
  let at = 0;
  const { glyphs } = first;
  while (at < glyphs.length && count < raw) {
    const glyph = glyphs[at];
    if (glyph !== undefined && !isBlank(glyph)) count += [...glyph.text].length;
    at++;
  }
  while (at < glyphs.length && glyphs[at] !== undefined && isBlank(glyphs[at]!)) at++;
  return [{ ...first, glyphs: glyphs.slice(at) }, ...rest];
}
