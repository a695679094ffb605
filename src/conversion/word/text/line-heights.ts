// How high a line is at least in a word processor: what its fonts ask for (ascender, descender and line gap of hhea and OS/2 tables).
import type { TextLine, TextStyle } from '../page-content.ts';
import { isBlank } from '../lines/lines.ts';

/** Times the size, of families that are known or drawn in the place of others. */
const heights: Readonly<Record<string, number>> = {
  Arial: 1.15,
  'Arial Narrow': 1.15,
  'Times New Roman': 1.15,
  'Courier New': 1.133,
  Calibri: 1.221,
  'Calibri Light': 1.221,
  Consolas: 1.171,
  Cambria: 1.172,
  'DejaVu Sans': 1.164,
  'DejaVu Serif': 1.164,
  'DejaVu Sans Mono': 1.164,
  'Bitstream Vera Sans': 1.164,
  'Bitstream Vera Serif': 1.164,
  'Bitstream Vera Sans Mono': 1.164,
  'Noto Sans': 1.362,
  'Noto Serif': 1.362,
  'Linux Libertine G': 1.16,
  Georgia: 1.137,
  Verdana: 1.216,
  Tahoma: 1.207,
};

/** What another one asks for, or one that is drawn where it is missing, if it is high: those for Chinese, Japanese and Korean are. */
const highest = 1.45;

/** The height in points that a font asks for. */
export const styleHeight = ({ size, shownAs, font }: Pick<TextStyle, 'size' | 'shownAs' | 'font'>): number =>
  size * (heights[shownAs ?? font] ?? highest);

/** The height in points that the fonts of a line ask for. */
export function fontHeight({ glyphs, size }: TextLine): number {
  let height = 0;
  let last: unknown;
  for (const glyph of glyphs) {
    const { style } = glyph;
    if (style === last || glyph.picture !== undefined || isBlank(glyph)) continue;
    last = style;
    height = Math.max(height, styleHeight(style));
  }
  return height === 0 ? size * highest : height;
}
