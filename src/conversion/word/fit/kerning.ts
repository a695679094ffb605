// Whether pairs of letters were set closer than their widths say: kerning is on or off for a whole document.
import type { Glyph } from '#conversion/layout/page-content.ts';

const thresholds = {
  /** em: letters further apart are not neighbours in a word. */
  otherWord: 0.15,
  /** em: letters that are closer than their widths by more are kerned, and further apart by more not; less is rounding. */
  kerned: 0.012,
  /** Pairs of letters from which it is decided. */
  minPairs: 40,
  /** Share of kerned pairs: fewer are chance. */
  minShare: 0.01,
  /** Share of kerned pairs: more are condensed text. */
  maxShare: 0.6,
};

/** @param glyphs as they were drawn */
export function isKerned(glyphs: readonly Glyph[]): boolean {
  let [pairs, close, apart] = [0, 0, 0];
  for (const [n, glyph] of glyphs.entries()) {
    const before = glyphs[n - 1];
    if (before === undefined || !/\p{L}/u.test(glyph.text) || !/\p{L}/u.test(before.text)) continue;
    if (before.style !== glyph.style && before.style.font !== glyph.style.font) continue;
    if (Math.abs(before.baseline - glyph.baseline) > 0.01 || before.left === glyph.left) continue;
    const gap = (glyph.left - before.right) / glyph.style.size;
    if (Math.abs(gap) > thresholds.otherWord) continue;
    pairs += 1;
    if (gap < -thresholds.kerned) close += 1;
    if (gap > thresholds.kerned) apart += 1;
  }
  // Rounded places are as often too far as too close.
  return (
    pairs > thresholds.minPairs && close - apart > pairs * thresholds.minShare && close < pairs * thresholds.maxShare
  );
}
