// Pictures as paragraphs of their own, or floating at a paragraph if lines are beside or over them.
import { type Box, middleY, sharedHeight } from '#conversion/layout/box.ts';
import type { Picture, TextLine, TextStyle } from '#conversion/layout/page-content.ts';
import type { LayoutBlock, PictureBlock } from '#conversion/layout/layout-blocks.ts';
import { plainParagraph, type Paragraph, type Run } from '../docx-model.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

const thresholds = {
  /** Points: insets of a centred picture differ by less, and are wider. */
  centered: 6,
  /** Share of a line's height that it has in common with a picture beside it. */
  besideHeight: 0.5,
  /** Points: a line that reaches over a picture by more lies over it. */
  overlap: 2,
};

/** A picture or a formula in its line, or a picture that floats at its place. */
export const pictureRun = (picture: Picture, style: TextStyle, floating?: { isBehind: boolean }): Run => {
  const [width, height] = [picture.right - picture.left, picture.bottom - picture.top];
  const anchor = floating && { left: picture.left, top: picture.top, ...floating };
  const formula = floating === undefined ? picture.formula : undefined;
  return { text: '', style, picture: { picture, width, height, anchor, ...(formula && { formula: { formula } }) } };
};

/** A paragraph of a picture alone, or of a formula, with its number at the right edge. */
export function pictureParagraph({ picture, box, container }: PictureBlock): Paragraph {
  const [before, after] = [box.left - container.left, container.right - box.right];
  const isCentered = before > thresholds.centered && Math.abs(before - after) < thresholds.centered;
  const { formula } = picture;
  const run = pictureRun(picture, plainStyle(formula?.size ?? 10));
  const plain = { ...plainParagraph([run]), align: isCentered ? 'center' : 'left' } as const;
  const placed = { ...plain, indentLeft: isCentered ? 0 : before };
  if (formula === undefined || run.picture === undefined) return placed;
  if (formula.number === undefined) {
    run.picture.formula = { formula, align: plain.align };
    return placed;
  }
  const { text, style } = formula.number;
  return {
    ...plainParagraph([run, { text: `\t${text}`, style }]),
    indentLeft: Math.max(0, before),
    tabs: [{ at: container.right - container.left, align: 'right' }],
  };
}

/** Pictures with lines beside or over them, and whether they are behind text. */
export function floatingPictures(blocks: readonly LayoutBlock[]): Map<PictureBlock, { isBehind: boolean }> {
  const lines: TextLine[] = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  const floating = new Map<PictureBlock, { isBehind: boolean }>();
  for (const block of blocks) {
    if (block.kind !== 'picture') continue;
    const { box, page, container } = block;
    // A line in another column is not beside it.
    const beside = lines.filter(
      (line) =>
        line.page === page &&
        line.left < container.right &&
        line.right > container.left &&
        sharedHeight(line, box) > (line.bottom - line.top) * thresholds.besideHeight,
    );
    if (beside.length > 0) floating.set(block, { isBehind: beside.some((line) => liesOver(line, box)) });
  }
  return floating;
}

const liesOver = (line: TextLine, box: Box): boolean =>
  line.left < box.right - thresholds.overlap &&
  line.right > box.left + thresholds.overlap &&
  middleY(line) > box.top &&
  middleY(line) < box.bottom;

/** Floats pictures at a paragraph, at their place on the page. */
export function anchorPictures(
  pictures: ReadonlyMap<PictureBlock, { isBehind: boolean }>,
  paragraph: Paragraph,
  block: LayoutBlock,
  page: number,
): void {
  if (block.kind !== 'text') return;
  for (const [{ picture, page: own }, floating] of pictures) {
    if (own !== page && block.lines.length === 0) continue;
    paragraph.runs.unshift(pictureRun(picture, paragraph.runs[0]?.style ?? plainStyle(10), floating));
  }
}
