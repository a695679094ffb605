// Letters of a page that are in none of some lines.
import { isLeftOut } from '#conversion/layout/account.ts';
import { type LayoutBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import type { Glyph, PageContent, TextLine } from '#conversion/layout/page-content.ts';

/** The lines of blocks, those of cells too. */
export const linesIn = (blocks: readonly LayoutBlock[]): TextLine[] => textBlocks(blocks).flatMap(({ lines }) => lines);

/** The upright letters that are seen and are in none of the lines. */
export function lettersOutside({ letters }: PageContent, lines: readonly TextLine[]): Glyph[] {
  const taken = new Set(lines.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)));
  return letters.filter((letter) => isShown(letter) && !taken.has(letter.id));
}

/** Whether a letter is upright and seen. */
export const isShown = (letter: Glyph): boolean =>
  letter.angle === 0 && !isLeftOut(letter) && letter.text.trim() !== '';
