// Where the text on a baseline is split into words: at typed blanks, and where a gap is of the wider one of the two kinds that a line has,
// between its letters and between its words.
import type { Box } from '../box.ts';
import { median } from '../numbers.ts';
import type { Glyph } from '../page-content.ts';

const thresholds = {
  /** em: a gap that is so much wider than those of letters is a blank in any line. Blanks have a quarter of an em. */
  wordGap: 0.17,
  /** Times the gap of words: a narrower gap never counts as a blank. */
  minGap: 0.5,
  /** Times the gap of words, where PDFium has seen a blank, or the line has typed ones. */
  likelyBlank: 0.7,
  /** Gaps from which the distance of a line's letters is known. */
  minGaps: 4,
  /** em: a digit is as wide at least ... */
  digitWidth: 0.36,
  /** ... and a wider gap beside the ink of one is a blank. */
  digitGap: 0.32,
  /** em: a wider gap between ideographs is a blank. */
  ideographGap: 0.6,
  /** em: a wider gap between an ideograph, or a Korean syllable, and a Latin letter is one. Word processors leave a quarter. */
  scriptsGap: 0.3,
  /** em: Korean syllables are closer, and blanks are narrower. */
  koreanGap: 0.225,
};

/** Scripts that are written without blanks between words. */
export const isIdeograph = (text: string): boolean =>
  /[\u2e80-\u30ff\u31a0-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(text);

const isEastAsian = (text: string): boolean =>
  isIdeograph(text) || /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text);

/** Whether exactly one of two neighbours is East Asian: word processors add a gap there that is not a space (w:autoSpaceDE). */
export const areOfTwoScripts = (a: string, b: string): boolean =>
  (a > '~' || b > '~') && isEastAsian(a) !== isEastAsian(b);

/** Between neighbours of either direction. */
export const gap = (a: Box, b: Box): number => Math.max(b.left - a.right, a.left - b.right);

/** TeX leaves half a point beside raised letters, which is much for their size. */
const largerSize = (before: Glyph, glyph: Glyph): number => Math.max(before.style.size, glyph.style.size);
const smallerSize = (before: Glyph, glyph: Glyph): number => Math.min(before.style.size, glyph.style.size);

/** Letters that follow each other on a baseline, and the blanks before each of them, typed or seen by PDFium. */
export interface Spaced {
  letters: readonly Glyph[];
  blanks: readonly (readonly Glyph[])[];
}

const isTyped = (blanks: readonly Glyph[] = []): boolean => blanks.some(({ isGenerated }) => !isGenerated);

/** Which letters begin another word. `apart` (in ems) parts words of any line where no blank is. */
export function wordStarts(line: Spaced, apart = thresholds.wordGap): boolean[] {
  const { letters, blanks } = line;
  let parting: Parting | undefined;
  return letters.map((glyph, n) => {
    const before = letters[n - 1];
    if (before === undefined) return false;
    if (isTyped(blanks[n])) return true;
    const [wide, size] = [gap(before, glyph), largerSize(before, glyph)];
    // Lines are made several times, and few need further checks.
    if (wide <= size * apart * thresholds.minGap) return false;
    const min = minOfScripts(before, glyph);
    if (min !== undefined) return wide > smallerSize(before, glyph) * min;
    parting ??= partingOf(line, apart);
    return wide > size * (blanks[n]?.length === 0 ? parting.gap : parting.seenGap);
  });
}

/** The widest gap, in em, that is not a space, where East Asian letters or digits have rules of their own. */
function minOfScripts(before: Glyph, glyph: Glyph): number | undefined {
  if (isIdeograph(before.text) && isIdeograph(glyph.text)) return thresholds.ideographGap;
  if (areOfTwoScripts(before.text, glyph.text))
    return isIdeograph(before.text) || isIdeograph(glyph.text) ? thresholds.scriptsGap : thresholds.koreanGap;
  return isWithinNumber(before, glyph) ? Infinity : undefined;
}

/** em: wider gaps part words, and those where PDFium has seen a blank. */
interface Parting {
  gap: number;
  seenGap: number;
}

function partingOf({ letters, blanks }: Spaced, apart: number): Parting {
  const [typed, others]: [number[], number[]] = [[], []];
  for (const [n, glyph] of letters.entries()) {
    const before = letters[n - 1];
    if (before === undefined || minOfScripts(before, glyph) !== undefined) continue;
    (isTyped(blanks[n]) ? typed : others).push(Math.max(0, gap(before, glyph) / largerSize(before, glyph)));
  }
  others.sort((a, b) => a - b);
  const middle = others.length < thresholds.minGaps ? 0 : (others[(others.length - 1) >> 1] ?? 0);
  const spacing = middle < apart || (middle < thresholds.scriptsGap && areLetters(letters)) ? middle : 0;
  const typical = typed.length > 0 ? typicalBlank(typed, spacing) : hole(others, spacing, apart);
  const min = spacing + apart * thresholds.minGap;
  const wide = Math.max(min, Math.min(spacing + apart, typical));
  // Where an author types blanks, PDFium sees others between spaced letters.
  return { gap: wide, seenGap: typed.length > 0 ? wide : Math.min(wide, spacing + apart * thresholds.likelyBlank) };
}

/** Digits and signs with so much between them are not one word. */
const areLetters = (glyphs: readonly Glyph[]): boolean => glyphs.every(({ text }) => /^\p{L}/u.test(text));

const typicalBlank = (typed: readonly number[], spacing: number): number =>
  spacing + ((median(typed) ?? 0) - spacing) * thresholds.likelyBlank;

/** The middle of the widest hole between gaps, if it is wider than the gaps below it differ: those above it are of words. */
function hole(gaps: readonly number[], spacing: number, apart: number): number {
  let best = { width: 0, middle: Infinity };
  for (let n = (gaps.length + 1) >> 1; n < gaps.length; n++) {
    const [below = 0, above = 0] = [gaps[n - 1], gaps[n]];
    if (below >= spacing + apart) break;
    const width = above - below;
    if (width > best.width && width > below - spacing && width > apart * thresholds.minGap)
      best = { width, middle: (below + above) / 2 };
  }
  return best.middle;
}

/** Whether letters are of one number though there is room between them: a 1 has much around it where its box is that of its ink. */
const isWithinNumber = (before: Glyph, glyph: Glyph): boolean =>
  /^\d\d$|^\d[.,]$|^[.,]\d$/.test(before.text + glyph.text) &&
  (isInkOfDigit(before) || isInkOfDigit(glyph)) &&
  gap(before, glyph) < smallerSize(before, glyph) * thresholds.digitGap;

/** Digits are equally wide, and a narrower box is that of the ink. */
const isInkOfDigit = ({ text, left, right, style }: Glyph): boolean =>
  /^\d$/.test(text) && right - left < style.size * thresholds.digitWidth;
