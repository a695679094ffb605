// Fonts of bullets, arrows and tick boxes, and unreadable fonts: the text of their letters is not the visible sign.
import { isShown } from '../claims.ts';
import type { Glyph, PageContent } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';
import { symbolText } from './labels.ts';
import { isWidespread } from './widespread-families.ts';

const thresholds = {
  /** Share of a font's letters that are alone. */
  alone: 0.95,
  /** em from the letter before, within which a letter belongs to its word. */
  word: 0.6,
  /** em: a letter that is nearer to the previous one overlaps it. */
  over: 0.1,
  /** em from a bullet to its text at most. */
  bullet: 3,
  /** Share of a font's letters that cannot be read: its words are holes. */
  unreadable: 0.15,
};

/** Whether the text of a letter is unknown. */
export const isUnreadable = ({ text }: Glyph): boolean => text === '\ufffd';

/** Families of signs alone. */
const signFonts = /^(?:wingdings|webdings|marlett)|dingbats/i;

/** The families whose letters are always alone or over each other. */
export function ornamentFonts(pages: readonly PageContent[]): Set<string> {
  const fonts = new Map<string, { all: number; alone: number }>();
  for (const { letters } of pages) {
    const shown = letters.filter(isShown);
    for (const [n, glyph] of shown.entries()) {
      const counts = fonts.get(glyph.style.font) ?? { all: 0, alone: 0 };
      fonts.set(glyph.style.font, counts);
      counts.all += 1;
      const isAlone = !isInWord(shown[n - 1], glyph) && !isInWord(glyph, shown[n + 1]);
      if (isAlone && !/[\p{N}\p{Lo}]/u.test(glyph.text)) counts.alone += 1;
    }
  }
  const found = [...fonts].filter(
    ([font, { all, alone }]) => signFonts.test(font) || (alone >= all * thresholds.alone && !isWidespread(font)),
  );
  return new Set(found.map(([font]) => font));
}

/** The families of which too much cannot be read on a page. */
export function unreadableFonts({ letters }: PageContent): Set<string> {
  const byFont = Map.groupBy(letters.filter(isShown), ({ style }) => style.font);
  return new Set(
    [...byFont].flatMap(([font, own]) =>
      own.filter(isUnreadable).length > own.length * thresholds.unreadable ? [font] : [],
    ),
  );
}

/** Whether two letters of one font follow each other. */
function isInWord(before: Glyph | undefined, glyph: Glyph | undefined): boolean {
  if (before === undefined || glyph === undefined || before.style.font !== glyph.style.font) return false;
  const { size } = glyph.style;
  const isOver = Math.abs(glyph.left - before.left) < size * thresholds.over;
  const isNear = Math.abs(glyph.left - before.right) < size * thresholds.word;
  return isNear && !isOver && Math.abs(glyph.baseline - before.baseline) < size * tolerances.sameRowEm;
}

/** Families whose maps often say the code and not the sign that is shown. */
const coded = /^wingdings ?2?$/i;

/** Families that hardly anybody has: their own signs would be seen as empty boxes. */
const lacking = /^(?:open|star)symbol$/i;
const isPrivate = (text: string): boolean => /^\p{Co}$/u.test(text);

/** Reads signs before the text of their line as bullets, where their font maps them to letters. */
export function readBullets(pages: readonly PageContent[]): void {
  const fonts = ornamentFonts(pages);
  if (fonts.size === 0) return;
  for (const { letters } of pages) {
    for (const letter of letters) {
      const { font } = letter.style;
      if (coded.test(font) || (lacking.test(font) && isPrivate(letter.text)))
        letter.text = symbolText(letter.text, font);
    }
    const shown = letters.filter(isShown);
    for (const [n, glyph] of shown.entries()) {
      const [before, next] = [shown[n - 1], shown[n + 1]];
      if (next === undefined || !fonts.has(glyph.style.font) || !/[\p{L}\ufffd]/u.test(glyph.text)) continue;
      const isFirst = before === undefined || !isOnLine(before, glyph);
      const em = next.style.size;
      const isBefore =
        isOnLine(glyph, next) && next.left > glyph.left && next.left - glyph.right < em * thresholds.bullet;
      if (isFirst && isBefore && !fonts.has(next.style.font)) glyph.text = '•';
    }
  }
}

const isOnLine = (before: Glyph, glyph: Glyph): boolean =>
  Math.abs(before.baseline - glyph.baseline) < glyph.style.size * tolerances.sameRowEm;
