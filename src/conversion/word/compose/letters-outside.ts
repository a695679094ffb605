// Letters of a page that no stage has put anywhere.
import type { PageAsRead } from '#conversion/layout/document-layout.ts';
import { type LayoutBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';

/** The lines of blocks, those of cells too. */
export const linesIn = (blocks: readonly LayoutBlock[]): TextLine[] => textBlocks(blocks).flatMap(({ lines }) => lines);

/** The upright letters that are seen and are in none of the lines. */
export function lettersOutside(page: PageAsRead | undefined, lines: readonly TextLine[]): Glyph[] {
  const taken = new Set(lines.flatMap(({ glyphs }) => glyphs.map(placeOf)));
  return (page?.letters ?? []).filter((glyph) => isShown(glyph) && !taken.has(placeOf(glyph)));
}

/** Whether a letter is upright and seen. */
export const isShown = ({ angle, isHidden, text }: Glyph): boolean => angle === 0 && !isHidden && text.trim() !== '';

/** Stages make copies of letters; they stay where they are. */
export const placeOf = ({ left, baseline }: Glyph): string => `${Math.round(left * 4)} ${Math.round(baseline * 4)}`;
