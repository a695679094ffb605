// Whether East Asian letters are set close to Latin ones: by default, word processors leave a quarter of an em there.
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { areOfTwoScripts } from '#conversion/layout/lines/word-gaps.ts';

const thresholds = {
  /** em: a narrower gap does not count. */
  none: 0.08,
  /** em: a wider one is a blank that somebody has typed. */
  blank: 0.3,
};

/** Whether most neighbours of two scripts have no room between them; false without such neighbours. */
export function areScriptsClose(lines: readonly Pick<TextLine, 'glyphs'>[]): boolean {
  let [close, apart] = [0, 0];
  for (const { glyphs } of lines) {
    let before: Glyph | undefined;
    for (const glyph of glyphs) {
      // Signs have no such room.
      if (before !== undefined && areOfTwoScripts(before.text, glyph.text) && isWord(before) && isWord(glyph)) {
        const gap = (glyph.left - before.right) / Math.min(before.style.size, glyph.style.size);
        if (gap < thresholds.none) close += 1;
        else if (gap < thresholds.blank) apart += 1;
      }
      before = glyph;
    }
  }
  return close > apart;
}

const isWord = ({ text }: Glyph): boolean => /^[\p{L}\p{N}]+$/u.test(text);
