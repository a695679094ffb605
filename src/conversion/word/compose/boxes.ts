// Boxes around paragraphs as their borders: the same on all of them, so that a word processor draws one box.
import type { Box } from '#conversion/layout/box.ts';
import type { Alignment, InBox } from '#conversion/layout/layout-blocks.ts';
import { maxBorderSpace, type Paragraph } from '../docx-model.ts';

const thresholds = {
  /** Points that the border of a ground without one is thick. */
  groundBorder: 0.5,
};

/** The left and right edges of the text in a box. */
export const edgesIn = ({ left, right }: InBox): Pick<Box, 'left' | 'right'> => ({ left, right });

type Indents = Pick<Paragraph, 'indentLeft' | 'indentRight' | 'indentFirst'>;

/** Indents from the column of those within the box: all its paragraphs have the same on the right. */
export const indentsInBox = (
  { indentLeft, indentFirst }: Indents,
  align: Alignment,
  container: Box,
  { left, right }: InBox,
): Indents => ({
  indentLeft: left - container.left + (align === 'left' || align === 'both' ? indentLeft : 0),
  indentFirst,
  indentRight: container.right - right,
});

export function bordersOf({ box, spaces, left, right, isFirst, isLast }: InBox): NonNullable<Paragraph['box']> {
  const border = box.stroke ?? { thickness: thresholds.groundBorder, color: box.fill ?? 'ffffff' };
  return { border, left: left - box.left, right: box.right - right, spaces, isFirst, isLast };
}

/**
 * Sets the space above a paragraph in a box, whose borders take room; `set` sets that of its text below a height.
 * @returns where it ends
 */
export function setSpacingInBox(
  paragraph: Paragraph,
  { box, spaces, isFirst, isLast }: InBox,
  from: number,
  set: (from: number) => number,
): number {
  const thickness = paragraph.box?.border.thickness ?? 0;
  const begin = Math.max(from, box.top);
  let bottom = set(isFirst ? begin + thickness : from);
  if (isFirst) {
    spaces.top = Math.min(maxBorderSpace, paragraph.spaceBefore);
    paragraph.spaceBefore = begin - from;
  }
  if (isLast) {
    spaces.bottom = Math.max(0, Math.min(maxBorderSpace, box.bottom - bottom));
    bottom = Math.max(bottom, box.bottom + thickness);
  }
  return bottom;
}
