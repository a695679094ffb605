// Captions of pictures and tables: paragraphs beside one that begin with a word and a number.
import type { DocumentLayout } from '../document-layout.ts';
import { type LayoutBlock, pageOf, type TextBlock } from '../layout-blocks.ts';
import { isCaptionText } from '../text/captions.ts';
import { textOfBlock } from '../text/style.ts';

const thresholds = {
  /** Letters: a longer paragraph is text. */
  length: 600,
};

/** Marks the captions; tagged captions are marked already. */
export function findCaptions({ regions }: Pick<DocumentLayout, 'regions'>): void {
  for (const { blocks } of regions)
    for (const [n, block] of blocks.entries()) {
      if (block.kind !== 'text' || !isCaption(block)) continue;
      const isBeside = [blocks[n - 1], blocks[n + 1]].some(
        (other) => isShown(other) && pageOf(other) === pageOf(block),
      );
      if (!isBeside) continue;
      const { heading: _heading, item: _item, number: _number, ...role } = block.role ?? {};
      block.role = { ...role, isPlain: true, isCaption: true };
    }
}

function isCaption(block: TextBlock): boolean {
  if (block.role?.contents !== undefined) return false;
  const letters = block.lines.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  return letters < thresholds.length && isCaptionText(textOfBlock(block));
}

/** Whether a block is a picture or a table, or a paragraph of pictures. */
const isShown = (block: LayoutBlock | undefined): block is LayoutBlock =>
  block !== undefined &&
  (block.kind !== 'text' || block.lines.some(({ glyphs }) => glyphs.some(({ picture }) => picture !== undefined)));
