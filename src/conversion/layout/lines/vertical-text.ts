// Vertical text: pages whose letters run downwards, in columns from right to left, are turned so that their columns are lines.
import type { DocumentLayout } from '../document-layout.ts';
import type { Glyph, PageContent } from '../page-content.ts';
import { isBlank } from './lines.ts';
import { isIdeograph } from './word-gaps.ts';

const thresholds = {
  /** em that letters of a column are off its middle at most. */
  aside: 0.3,
  /** em between two letters of a column. */
  nearest: 0.6,
  farthest: 1.6,
  /** Share of a document's letters that run downwards. */
  downwards: 0.8,
  /** Letters from which a document is known to be vertical. */
  letters: 20,
  /** em of a letter's cell above the baseline, and below it. */
  above: 0.88,
  below: 0.12,
};

const middleOf = ({ left, right }: Glyph): number => (left + right) / 2;

/** Turns the pages of a document that is vertical and has nothing but text: pictures and lines cannot be turned with it. */
export function turnVerticalText(layout: DocumentLayout): void {
  const { pages } = layout;
  if (!pages.every(hasTextOnly)) return;
  let [down, all] = [0, 0];
  for (const { glyphs } of pages) {
    const letters = glyphs.filter((glyph) => !isBlank(glyph));
    all += letters.length;
    for (const [n, letter] of letters.entries()) if (isBelow(letter, letters[n + 1])) down += 1;
  }
  if (all < thresholds.letters || down < all * thresholds.downwards) return;
  layout.isVertical = true;
  for (const page of pages) turn(page);
}

const hasTextOnly = ({ rules, fills, pictures, drawingPaths, links, marks, freeTexts, fields }: PageContent): boolean =>
  [rules, fills, pictures, drawingPaths, links, marks, freeTexts, fields].every(({ length }) => length === 0);

function isBelow(letter: Glyph, next: Glyph | undefined): boolean {
  if (next === undefined || !isIdeograph(letter.text) || !isIdeograph(next.text)) return false;
  const { size } = letter.style;
  const step = next.baseline - letter.baseline;
  return (
    Math.abs(middleOf(next) - middleOf(letter)) < size * thresholds.aside &&
    step > size * thresholds.nearest &&
    step < size * thresholds.farthest
  );
}

/** A quarter turn counter-clockwise: right becomes top, and top becomes left. */
function turn(page: PageContent): void {
  const { width, height } = page;
  page.letters = page.letters.filter(({ isGenerated }) => !isGenerated).map((glyph) => turned(glyph, width));
  page.glyphs = [...page.letters];
  [page.width, page.height] = [height, width];
}

function turned(glyph: Glyph, width: number): Glyph {
  const { size } = glyph.style;
  const isUpright = glyph.angle === 0;
  const middle = width - middleOf(glyph);
  const baseline = middle + ((thresholds.above - thresholds.below) / 2) * size;
  return {
    ...glyph,
    left: isUpright ? glyph.baseline - thresholds.above * size : glyph.top,
    right: isUpright ? glyph.baseline + thresholds.below * size : glyph.bottom,
    top: baseline - thresholds.above * size,
    bottom: baseline + thresholds.below * size,
    baseline,
    angle: 0,
  };
}
