// The width of text in a word processor, from the advances of known families.
import type { TextStyle } from '#conversion/layout/page-content.ts';
import { advancesOf, indexOf } from '#conversion/layout/text/family-advances.ts';
import { blankOf } from '../fit/line-fitting.ts';

const thresholds = {
  /** em, of letters that nothing is known of. */
  advance: 0.55,
  /** em, of joined letters: in the middle of words they are narrower than alone. */
  joined: 0.5,
  /** Times the width of the known similar family: the substitute of a missing one is usually wider. */
  unknown: 1.05,
  /** Times the size: raised and lowered letters. */
  raised: 0.58,
};

/** Chinese, Japanese and Korean signs take a square, and lines are broken between any two. */
export const isSquare = (character: string): boolean =>
  character > '\u10ff' &&
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60]/.test(
    character,
  );

/** Arabic, Syriac and N'Ko letters change with their neighbours. */
const isJoined = (character: string): boolean => /[\u0600-\u07ff\ufb50-\ufdff\ufe70-\ufefc]/.test(character);

/** The width in em of a letter that no table has. */
const unknownAdvance = (character: string): number =>
  isSquare(character) ? 1 : isJoined(character) ? thresholds.joined : thresholds.advance;

/** The width of a text in one line, in points. */
export function widthOf(text: string, style: TextStyle, isRaised = false): number {
  const family = style.shownAs ?? style.font;
  const known = advancesOf(family, style);
  const table = known ?? advancesOf(style.isSerif === true ? 'Times New Roman' : 'Arial', style) ?? [];
  const scale = (style.scale ?? 100) / 100;
  const factor = scale * (known === undefined ? thresholds.unknown : 1);
  const size = Math.round(style.size * 2) / 2;
  let width = 0;
  for (const character of text) {
    if (character === '\u00ad' || (character > '\u02ff' && /\p{M}/u.test(character))) continue;
    if (character === ' ') {
      width += blankOf({ style });
      continue;
    }
    const place = indexOf(character);
    const em =
      place === undefined || isSquare(character)
        ? unknownAdvance(character) * scale
        : ((table[place] ?? 0) / 1000) * factor;
    width += em * size + (style.spacing ?? 0);
  }
  return isRaised ? width * thresholds.raised : width;
}
