// Underscores that are drawn as lines, as TeX does in addresses: letters of their words.
import { middleY } from '../box.ts';
import type { Glyph, PageContent, Rule } from '../page-content.ts';

const thresholds = {
  /** em between two letters with an underscore between them. */
  gapEm: { min: 0.15, most: 0.8 },
  /** em between the line and the letters beside it. */
  besideEm: 0.2,
  /** em from the baseline; lines under text are lower. */
  baselineEm: 0.06,
};

/** Puts letters in the place of lines that fill the gap between two letters of a word, on their baseline. */
export function readUnderscores(page: PageContent): void {
  const lines = page.rules.filter(({ direction }) => direction === 'horizontal');
  if (lines.length === 0) return;
  const found = new Map<Rule, Glyph>();
  const letters: Glyph[] = [];
  let before: Glyph | undefined;
  for (const glyph of page.letters) {
    const rule =
      before !== undefined && isInWord(before, glyph) ? lines.find((line) => fills(line, before!, glyph)) : undefined;
    if (rule !== undefined && before !== undefined) {
      if (letters.at(-1)?.isGenerated === true) letters.pop();
      const letter = { ...before, text: '_', left: before.right, right: glyph.left };
      found.set(rule, letter);
      letters.push(letter);
    }
    letters.push(glyph);
    if (!glyph.isGenerated) before = glyph;
  }
  if (found.size === 0) return;
  page.rules = page.rules.filter((rule) => !found.has(rule));
  page.letters = letters;
  page.glyphs = [...letters];
}

const isOfWord = ({ text, angle }: Glyph): boolean => angle === 0 && /^[\p{L}\p{N}]$/u.test(text);

/** Whether letters of one baseline are as far from each other as an underscore is wide. */
function isInWord(before: Glyph, after: Glyph): boolean {
  const [em, gap] = [before.style.size, after.left - before.right];
  const isWide = gap > em * thresholds.gapEm.min && gap < em * thresholds.gapEm.most;
  return isWide && before.baseline === after.baseline && isOfWord(before) && isOfWord(after);
}

function fills(rule: Rule, before: Glyph, after: Glyph): boolean {
  const em = before.style.size;
  return (
    Math.abs(rule.left - before.right) < em * thresholds.besideEm &&
    Math.abs(rule.right - after.left) < em * thresholds.besideEm &&
    Math.abs(middleY(rule) - before.baseline) < em * thresholds.baselineEm
  );
}
