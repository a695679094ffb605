// The minimum height of a line in a word processor, from its fonts (ascender, descender and line gap of hhea and OS/2 tables).
import type { TextLine, TextStyle } from '#conversion/layout/page-content.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';

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
  'Trebuchet MS': 1.161,
  Candara: 1.221,
  Corbel: 1.221,
  Constantia: 1.221,
  'Segoe UI': 1.33,
  Roboto: 1.172,
  'Roboto Condensed': 1.172,
  'Open Sans': 1.362,
  Lato: 1.2,
  Montserrat: 1.219,
  'PT Sans': 1.294,
  'PT Serif': 1.325,
  Ubuntu: 1.149,
  Inter: 1.21,
  Raleway: 1.174,
  Merriweather: 1.257,
};

/** Families that every program has, or has an equivalent of: a multiple of their line height is the same everywhere. */
const everywhere: ReadonlySet<string> = new Set(['Arial', 'Times New Roman', 'Courier New', 'Calibri', 'Cambria']);

/** Latin, Greek and Cyrillic letters, and the signs between them, which every family has. */
const common = /^[\u0020-\u052f\u1e00-\u1eff\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122\ufb01\ufb02]+$/u;

/** The line height of other families or their substitutes, if it is high, as for Chinese, Japanese and Korean. */
const highest = 1.45;

/** The height in points that a font asks for in the size that is written, in half points. */
export const styleHeight = ({ size, shownAs, font }: Pick<TextStyle, 'size' | 'shownAs' | 'font'>): number =>
  (Math.round(size * 2) / 2) * (heights[shownAs ?? font] ?? highest);

/** The line height of a line's fonts. */
export interface FontHeight {
  /** Points. */
  height: number;
  /** Whether every program has this height; otherwise it may be less. */
  isKnown: boolean;
  /** Whether all that is in the line asks for it, in fonts that are everywhere. */
  isShared: boolean;
}

export function fontHeight({ glyphs, size, baseline }: TextLine): FontHeight {
  let height = 0;
  let [isKnown, isShared] = [true, true];
  let last: unknown;
  for (const { style, text, picture, baseline: own } of glyphs) {
    if (picture !== undefined) isShared = false;
    if (picture !== undefined || isBlank({ text })) continue;
    if (!common.test(text)) [isKnown, isShared] = [false, false];
    if (Math.abs(own - baseline) > size * raised) isShared = false;
    if (style === last) continue;
    last = style;
    const family = style.shownAs ?? style.font;
    if (heights[family] === undefined) isKnown = false;
    const asked = styleHeight(style);
    if (!everywhere.has(family) || (height > 0 && Math.abs(asked - height) > height * sameHeight)) isShared = false;
    height = Math.max(height, asked);
  }
  return height === 0
    ? { height: size * highest, isKnown: false, isShared: false }
    : { height, isKnown, isShared: isShared && isKnown };
}

/** em from the baseline of the line to that of a letter: more is raised or lowered. */
const raised = 0.04;

/** Whether every family has the characters of a list's labels. */
export const isCommonLabel = (label: string): boolean => common.test(label);

/** Relative: heights that differ by less are one. */
export const sameHeight = 0.005;
