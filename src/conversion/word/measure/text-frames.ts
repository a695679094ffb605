// Paragraphs in text frames: consecutive ones that share a frame, and the box that they fill on the page.
import type { Box } from '#conversion/layout/box.ts';
import { groupsOf } from '#conversion/layout/groups.ts';
import type { Block, Paragraph } from '../docx-model.ts';
import { heightOf, piecesOfBlock } from './block-height.ts';

export type FramedParagraph = Paragraph & { textFrame: NonNullable<Paragraph['textFrame']> };

/** Whether a block is a paragraph in a frame. */
export const isFramed = (block: Block | undefined): block is FramedParagraph =>
  block?.kind === 'paragraph' && block.textFrame !== undefined;

/** Blocks one by one, paragraphs of one frame together. */
export const byFrame = (blocks: readonly Block[]): Block[][] =>
  groupsOf(blocks, (above, block) => isFramed(above) && isFramed(block) && above.textFrame === block.textFrame);

/** The frame that paragraphs fill, as high as they are. */
export function frameBox(inside: readonly FramedParagraph[]): Box {
  const { left, top, width } = inside[0]!.textFrame;
  const height = heightOf(inside.flatMap((own) => piecesOfBlock(unframed(own), width)));
  return { left, top, right: left + width, bottom: top + height };
}

/** The paragraph without its frame. */
export const unframed = ({ textFrame: _frame, ...own }: Paragraph): Paragraph => own;
