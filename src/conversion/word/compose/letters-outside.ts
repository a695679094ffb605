// Letters of a page that are outside of some lines.
import { isShown } from '#conversion/layout/claims.ts';
import { type LayoutBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import type { Glyph, PageContent, TextLine } from '#conversion/layout/page-content.ts';

/** The lines of blocks, those of cells too. */
export const linesIn = (blocks: readonly LayoutBlock[]): TextLine[] => textBlocks(blocks).flatMap(({ lines }) => lines);

/** The visible upright letters outside of the lines. */
export function lettersOutside({ letters }: PageContent, lines: readonly TextLine[]): Glyph[] {
  const taken = new Set(lines.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)));
  return letters.filter((letter) => isShown(letter) && !taken.has(letter.id));
}
