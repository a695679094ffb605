// What a letter is for its reader: the text that it stands for, raised or lowered in its line.
import { isBlank } from '../lines/lines.ts';
import type { Glyph, TextLine } from '../page-content.ts';

const thresholds = {
  /** Times the size of the line: raised and lowered letters are smaller. */
  small: 0.86,
  /** em above the baseline, from which a small letter is a superscript. */
  raised: 0.08,
  /** em below the baseline, from which a small letter is a subscript. */
  lowered: 0.06,
};

/** Fonts for text have primes raised and small already. */
export const isPrime = ({ text }: Glyph): boolean => /^[\u2032-\u2034]$/.test(text);

/** Whether a letter of the line is raised or lowered, and small. */
export function positionIn(line: TextLine, glyph: Glyph): 'superscript' | 'subscript' | undefined {
  if (glyph.style.size >= line.size * thresholds.small || isBlank(glyph) || isPrime(glyph)) return undefined;
  const rise = (line.baseline - glyph.baseline) / line.size;
  if (rise > thresholds.raised) return 'superscript';
  return rise < -thresholds.lowered ? 'subscript' : undefined;
}

/** Presentation forms and ligatures as the letters they stand for. */
export const readText = ({ text }: Glyph): string =>
  text >= ' ' && text <= '~'
    ? text
    : /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/.test(text)
      ? text.normalize('NFKC')
      : text === '\u0002'
        ? '-'
        : text;
