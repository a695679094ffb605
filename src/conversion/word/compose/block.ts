// A block of the layout as the paragraph or table that it becomes.
import { type Box, union } from '#conversion/layout/box.ts';
import type { LayoutBlock, TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { Block, Paragraph } from '../docx-model.ts';
import { type Composition, paragraphOf } from './paragraph.ts';
import { verticalBounds, setSpacing } from './line-boxes.ts';
import { setSpacingInBox } from './boxes.ts';
import { tableOf } from './table.ts';
import { pictureParagraph } from './pictures.ts';

const thresholds = {
  /** Points: paragraphs whose left edges differ by less are of one text frame. */
  sameFrame: 3,
  /** Points that a text frame is wide at least. */
  minFrame: 20,
  /** Points that a text frame is wider than its text, so that another font fits. */
  frameSlack: 2,
  /** Points between the paragraphs of a text frame at most. */
  frameGap: 4,
};

/** Sets the space above a block's first paragraph, below the content that ends at `from`. @returns where the block ends */
export function setBlockSpacing(paragraph: Paragraph, block: LayoutBlock, from: number): number {
  if (block.kind === 'text') {
    const setText = (begin: number) => setSpacing(paragraph, block.lines, begin);
    return block.boxed === undefined ? setText(from) : setSpacingInBox(paragraph, block.boxed, from, setText);
  }
  const { top, bottom } = extentOf(block);
  paragraph.spaceBefore = Math.max(0, top - from);
  return bottom;
}

/** Where a block begins on its first page and ends on its last one. */
export function extentOf(block: LayoutBlock): { top: number; bottom: number } {
  if (block.kind !== 'text')
    return { top: block.box.top, bottom: (block.kind === 'table' ? block.end?.bottom : undefined) ?? block.box.bottom };
  const own = block.lines.filter((line) => line.page === block.lines[0]?.page);
  const rest = block.lines.filter((line) => line.page === block.lines.at(-1)?.page);
  return { top: verticalBounds(own).top, bottom: verticalBounds(rest).bottom };
}

/** How paragraphs of a table are made, and set below the content that ends at `from`. */
export interface ParagraphMaker {
  make: (block: TextBlock, composition: Composition) => Paragraph;
  /** @returns where the block ends */
  place: (paragraph: Paragraph, block: LayoutBlock, from: number) => number;
}

const flowing: ParagraphMaker = { make: paragraphOf, place: setBlockSpacing };

/** The Word blocks of a block of the layout. */
export function wordBlocksOf(block: LayoutBlock, composition: Composition, maker = flowing): Block[] {
  if (block.kind === 'text') return [maker.make(block, composition)];
  if (block.kind === 'picture') return [pictureParagraph(block)];
  const ofCells = { ...composition, isInCell: true };
  const compose = (inside: readonly LayoutBlock[], box: Box): Block[] => {
    let { top } = box;
    return inside.flatMap((inner) => {
      const composed = wordBlocksOf(inner, ofCells, maker);
      const [first] = composed;
      top = first?.kind === 'paragraph' ? maker.place(first, inner, top) : extentOf(inner).bottom;
      return composed;
    });
  };
  return [tableOf(block, containerOf(block), compose)];
}

const containerOf = (block: LayoutBlock): Box =>
  block.kind === 'table' ? (block.container ?? block.box) : block.container;

/** Puts a paragraph into a text frame: the one of the paragraph before it, or a new one that begins where the paragraph does. */
export function putInTextFrame(paragraph: Paragraph, block: TextBlock, before: readonly Block[]): void {
  const box = union(block.lines);
  const last = before.at(-1);
  const above = last?.kind === 'paragraph' ? last.textFrame : undefined;
  const { top } = verticalBounds(block.lines);
  // Word processors clip text outside of a frame.
  const outside = Math.min(0, paragraph.indentLeft, paragraph.indentLeft + paragraph.indentFirst);
  paragraph.indentLeft -= outside;
  const isSame =
    above !== undefined &&
    outside === 0 &&
    block.isOver !== true &&
    above.isOver !== true &&
    Math.abs(above.left - block.container.left) < thresholds.sameFrame;
  paragraph.textFrame = isSame
    ? above
    : {
        left: block.container.left + outside,
        top,
        width: Math.max(
          thresholds.minFrame,
          block.container.right - block.container.left - outside + thresholds.frameSlack,
        ),
        ...(block.isOver === true ? { isOver: true } : {}),
      };
  setSpacing(paragraph, block.lines, isSame ? box.top - thresholds.frameGap : top);
}
