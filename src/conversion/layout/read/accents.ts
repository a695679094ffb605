// Letters with accents that are drawn as two: TeX and others put an accent over a letter of its own.
import { middleX } from '../box.ts';
import type { Glyph } from '../page-content.ts';

/** Spacing accents, and the combining marks that say the same (Unicode 16, 7.9). */
const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02c9', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);
const isMark = (text: string): boolean => /^[\u0300-\u0308\u030a-\u030c\u0327\u0328]$/.test(text);
const markOf = (text: string): string | undefined => combining.get(text) ?? (isMark(text) ? text : undefined);

/** Letters before or after the accent in the page's content: some producers draw it when the word is done. */
const nearby = 12;
/** em between the middles of an accent and its letter. */
const maxAside = 0.2;
/** em: over a capital letter an accent is higher, and never lower than its letter. */
const raise = { min: -0.08, most: 0.45 };
/** em: a blank between two letters that are as close as this was never one. */
const noGap = 0.12;

/** The glyphs with each accent in its letter; separate accents are not changed. */
export function withAccents(glyphs: readonly Glyph[]): Glyph[] {
  if (!glyphs.some(({ text }) => markOf(text) !== undefined)) return [...glyphs];
  const kept: (Glyph | undefined)[] = [...glyphs];
  for (const [n, accent] of glyphs.entries()) {
    const mark = accent.angle === 0 ? markOf(accent.text) : undefined;
    if (mark === undefined) continue;
    const at = letterBelow(kept, n, accent, mark);
    const letter = kept[at];
    if (letter === undefined) continue;
    kept[at] = { ...letter, text: composed(letter.text, mark) ?? letter.text };
    kept[n] = undefined;
    closeUp(kept, n);
  }
  return kept.filter((glyph) => glyph !== undefined);
}

/** The index of the letter over or under the accent; -1 without one. */
function letterBelow(glyphs: readonly (Glyph | undefined)[], n: number, accent: Glyph, mark: string): number {
  const em = accent.style.size;
  let found = -1;
  let min = maxAside * em;
  for (let at = Math.max(0, n - nearby); at <= Math.min(glyphs.length - 1, n + nearby); at++) {
    const letter = glyphs[at];
    if (letter === undefined || at === n || letter.angle !== 0 || letter.isHidden !== accent.isHidden) continue;
    const raised = (letter.baseline - accent.baseline) / em;
    if (Math.abs(letter.style.size - em) > em / 5 || raised < raise.min || raised > raise.most) continue;
    const aside = Math.abs(middleX(letter) - middleX(accent));
    if (aside > min || composed(letter.text, mark) === undefined) continue;
    [found, min] = [at, aside];
  }
  return found;
}

/** One letter with the mark; undefined if Unicode has no such letter. TeX puts accents over letters without their dot. */
function composed(text: string, mark: string): string | undefined {
  const base = text === '\u0131' ? 'i' : text === '\u0237' ? 'j' : text;
  if (!/^\p{L}$/u.test(base)) return undefined;
  const letter = `${base}${mark}`.normalize('NFC');
  return [...letter].length === 1 ? letter : undefined;
}

/** Removes blanks that PDFium has put beside the accent that was at `n`, where the letters beside them touch. */
function closeUp(glyphs: (Glyph | undefined)[], n: number): void {
  const blanks: number[] = [];
  const beside = (step: 1 | -1): Glyph | undefined => {
    for (let at = n + step; at >= 0 && at < glyphs.length; at += step) {
      const glyph = glyphs[at];
      if (glyph === undefined) continue;
      if (!glyph.isGenerated) return glyph;
      blanks.push(at);
    }
    return undefined;
  };
  const [before, after] = [beside(-1), beside(1)];
  if (before === undefined || after === undefined) return;
  const isNext = before.baseline === after.baseline && after.left >= before.left;
  if (!isNext || after.left - before.right > noGap * after.style.size) return;
  for (const at of blanks) glyphs[at] = undefined;
}
