// Whether pairs of letters were set closer than their widths say: kerning is on or off for a whole document.
import type { Glyph } from '../page-content.ts';

/** @param glyphs as they were drawn */
export function isKerned(glyphs: readonly Glyph[]): boolean {
  let [pairs, close] = [0, 0];
  for (const [n, glyph] of glyphs.entries()) {
    const before = glyphs[n - 1];
    if (before === undefined || !/\p{L}/u.test(glyph.text) || !/\p{L}/u.test(before.text)) continue;
    if (before.style !== glyph.style && before.style.font !== glyph.style.font) continue;
    if (Math.abs(before.baseline - glyph.baseline) > 0.01 || before.left === glyph.left) continue;
    const gap = (glyph.left - before.right) / glyph.style.size;
    if (Math.abs(gap) > 0.15) continue;
    pairs += 1;
    if (gap < -0.004) close += 1;
  }
  return pairs > 40 && close > pairs * 0.01 && close < pairs * 0.6;
}
