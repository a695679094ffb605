// The letters that lie on marks of the text, and how those make them look.
import { type Box, middleX, middleY } from '../box.ts';
import type { Glyph, MarkLook, PageContent } from '../page-content.ts';

/** em above the baseline: the middle of small letters. */
const middleOfLetters = 0.3;

const heightOf = (glyph: Glyph): number =>
  glyph.angle === 0 ? glyph.baseline - glyph.style.size * middleOfLetters : middleY(glyph);

/** Makes letters that people have marked look so. */
export function markLetters({ glyphs, marks }: Pick<PageContent, 'glyphs' | 'marks'>): void {
  if (marks.length === 0) return;
  const lettersOn = letterFinder(glyphs);
  for (const { areas, look } of marks)
    if (look !== undefined) for (const glyph of areas.flatMap(lettersOn)) mark(glyph, look);
}

function mark(glyph: Glyph, look: MarkLook): void {
  if (look === 'strike') glyph.strike = true;
  else if ('underline' in look) glyph.underline = look.underline;
  else glyph.highlight = look.highlight;
}

/** Finds the letters whose middle is in a box. */
export function letterFinder(glyphs: readonly Glyph[]): (area: Box) => Glyph[] {
  const sorted = glyphs.map((glyph) => ({ glyph, y: heightOf(glyph) })).toSorted((a, b) => a.y - b.y);
  return ({ left, top, right, bottom }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.y ?? 0) < top) low = middle + 1;
      else high = middle;
    }
    const found: Glyph[] = [];
    for (let n = low; n < sorted.length; n++) {
      const { glyph, y } = sorted[n]!;
      if (y > bottom) break;
      const x = middleX(glyph);
      if (x >= left && x <= right) found.push(glyph);
    }
    return found;
  };
}
