// A letter as its reader sees it: its text, raised or lowered in its line.
import { isBlank } from '../lines/lines.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** em off the baseline, from which a small letter is raised or lowered. */
  offBaselineEm: 0.07,
};

/** Fonts for text have primes raised and small already. */
export const isPrime = ({ text }: Glyph): boolean => /^[\u2032-\u2034]$/.test(text);

/** Whether a letter of the line is raised or lowered, and small. */
export function positionIn(line: TextLine, glyph: Glyph): 'superscript' | 'subscript' | undefined {
  if (glyph.style.size >= line.size * tolerances.raisedSize || isBlank(glyph) || isPrime(glyph)) return undefined;
  const rise = (line.baseline - glyph.baseline) / line.size;
  if (rise > thresholds.offBaselineEm) return 'superscript';
  return rise < -thresholds.offBaselineEm ? 'subscript' : undefined;
}

/** Replaces presentation forms and ligatures by their letters. */
export const readText = ({ text }: Glyph): string =>
  text >= ' ' && text <= '~'
    ? text
    : /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/.test(text)
      ? text.normalize('NFKC')
      : text === '\u0002'
        ? '-'
        : text;
