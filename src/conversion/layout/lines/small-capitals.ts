// Small capitals that are drawn as capitals of two sizes: words become small letters in one style that is shown so, as they were
// typed. A search finds them, and a heading has one size.
import type { Glyph, PageContent, TextStyle } from '../page-content.ts';

const thresholds = {
  /** Times the size of capitals, between which small ones are. */
  smallest: 0.62,
  largest: 0.9,
  /** Relative: sizes differ by more. */
  sameSize: 0.02,
  /** Small capitals that a word has to have. */
  letters: 2,
  /** em between the letters of a word; letters of titles are apart. */
  gap: 0.3,
  /** em between the words of a line. */
  wordGap: 2,
  /** em: letters on one baseline are off it by less. */
  baseline: 0.02,
};

/** Small capitals of a word: the style that its letters get, and the size that small ones have. */
interface Found {
  style: TextStyle;
  small: number;
}

export function findSmallCapitals(page: PageContent): void {
  const words = wordsOf(page.glyphs);
  const found = new Map(words.flatMap((word): [Glyph[], Found][] => (isMixed(word) ? [[word, foundIn(word)]] : [])));
  if (found.size === 0) return;
  // Words beside them may begin with a small capital, or have nothing else.
  for (const order of [words, words.toReversed()])
    for (const [n, word] of order.entries()) {
      const before = found.get(order[n - 1] ?? []);
      const last = order[n - 1]?.at(-1);
      if (before === undefined || found.has(word) || last === undefined || !isSmallWord(word, before)) continue;
      if (isOnLine(last, word[0], thresholds.wordGap)) found.set(word, before);
    }
  const styles = new Map<string, TextStyle>();
  for (const [word, { style, small }] of found) {
    const key = JSON.stringify(style);
    const own = styles.get(key) ?? style;
    styles.set(key, own);
    for (const glyph of word) {
      const isSmall = isSize(glyph, small);
      // Figures are not shown smaller.
      if (isSmall && /\p{N}/u.test(glyph.text)) continue;
      if (isSmall) glyph.text = glyph.text.toLowerCase();
      glyph.style = own;
    }
  }
}

/** Glyphs that are close together on a baseline, in the order they are drawn. */
function wordsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const isBlank = glyph.text.trim() === '';
    const word = words.at(-1);
    if (!isBlank && word !== undefined && before !== undefined && isOnLine(before, glyph, thresholds.gap))
      word.push(glyph);
    else if (!isBlank) words.push([glyph]);
    // A blank that was typed parts words.
    before = isBlank && !glyph.isGenerated ? undefined : isBlank ? before : glyph;
  }
  return words;
}

function isOnLine(before: Glyph, glyph: Glyph | undefined, gap: number): boolean {
  if (glyph === undefined) return false;
  const size = Math.max(before.style.size, glyph.style.size);
  const [a, b] = [before.style, glyph.style];
  const apart = Math.max(glyph.left - before.right, before.left - glyph.right);
  return (
    a.font === b.font &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.color === b.color &&
    before.angle === 0 &&
    glyph.angle === 0 &&
    Math.abs(before.baseline - glyph.baseline) < Math.max(0.05, size * thresholds.baseline) &&
    apart < size * gap &&
    apart > -size
  );
}

const isSize = ({ style }: Glyph, size: number): boolean => Math.abs(style.size - size) < size * thresholds.sameSize;
const isCapital = ({ text }: Glyph): boolean => /\p{Lu}/u.test(text);
const isLowerCase = ({ text }: Glyph): boolean => /\p{Ll}/u.test(text);

/** Whether a word has capitals of two sizes, the first one large, and no other letters. */
function isMixed(word: readonly Glyph[]): boolean {
  const first = word.find(isCapital);
  if (first === undefined || word.some(isLowerCase)) return false;
  const small = word.filter((glyph) => isCapital(glyph) && !isSize(glyph, first.style.size));
  const [one] = small;
  if (one === undefined || small.length < thresholds.letters) return false;
  const ratio = one.style.size / first.style.size;
  return (
    ratio > thresholds.smallest &&
    ratio < thresholds.largest &&
    word.every((glyph) => isSize(glyph, first.style.size) || isSize(glyph, one.style.size))
  );
}

function foundIn(word: readonly Glyph[]): Found {
  const large = word.find(isCapital)?.style as TextStyle;
  const small = Math.min(...word.map(({ style }) => style.size));
  return { style: { ...large, smallCaps: Math.round((small / large.size) * 100) / 100 }, small };
}

/** Whether a word has small capitals of that size, and capitals at most. */
const isSmallWord = (word: readonly Glyph[], { style, small }: Found): boolean =>
  word.some((glyph) => isCapital(glyph) && isSize(glyph, small)) &&
  !word.some(isLowerCase) &&
  word.every((glyph) => isSize(glyph, small) || isSize(glyph, style.size));
