// Boxes drawn around paragraphs of a column: they are the paragraphs' borders and ground, and grow with their text.
import { type Box, contains, overlaps, union } from '#conversion/layout/box.ts';
import { boxOf, type LayoutBlock, pageOf, type Region, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { Shape } from '#conversion/layout/page-content.ts';
import { isRightToLeft, textOfLine } from '#conversion/layout/lines/lines.ts';
import { maxBorderSpace } from '../docx-model.ts';
import { commonRight, rightInterval } from './wrapping.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

/** Makes a shape the box of the paragraphs in it; false where they cannot have it as their borders. */
export function setInBox(shape: Shape, page: number, regions: readonly Region[]): boolean {
  if (shape.bottom - shape.top < tolerances.speckPoints || shape.right - shape.left < tolerances.shortRulePoints)
    return false;
  const region = regions.find(({ blocks }) => blocks.some((block) => isInside(block, page, shape)));
  if (region === undefined) return false;
  const isTouched = (block: LayoutBlock) => isOver(block, page, shape) && !isInside(block, page, shape);
  if (regions.some(({ blocks }) => blocks.some(isTouched))) return false;
  const from = region.blocks.findIndex((block) => isInside(block, page, shape));
  const inside: TextBlock[] = [];
  for (const block of region.blocks.slice(from)) {
    if (block.kind !== 'text' || !isInside(block, page, shape)) break;
    inside.push(block);
  }
  const count = regions.flatMap(({ blocks }) => blocks).filter((block) => isInside(block, page, shape)).length;
  return inside.length === count && canHave(inside, shape) && box(inside, shape);
}

const isInside = (block: LayoutBlock, page: number, shape: Box): boolean =>
  block.kind === 'text' &&
  block.lines.length > 0 &&
  block.lines.every((line) => line.page === page && contains(shape, line, tolerances.slackPoints));

const isOver = (block: LayoutBlock, page: number, shape: Box): boolean =>
  block.kind === 'text'
    ? block.lines.some((line) => line.page === page && overlaps(line, shape))
    : pageOf(block) === page && overlaps(block.box, shape);

/** Whether Word's borders allow the position of paragraphs in their box. */
function canHave(inside: readonly TextBlock[], shape: Shape): boolean {
  const text = union(inside.map(boxOf));
  const [first] = inside;
  if (first === undefined) return false;
  const isFar = (inset: number) => inset > maxBorderSpace || inset < -tolerances.slackPoints;
  if ([text.left - shape.left, text.top - shape.top, shape.bottom - text.bottom].some(isFar)) return false;
  const { left, right } = first.container;
  if (shape.left < left - maxBorderSpace || shape.right > right + maxBorderSpace) return false;
  const middle = (shape.left + shape.right) / 2;
  return inside.every((block) => {
    const own = boxOf(block);
    const isCentred = Math.abs((own.left + own.right) / 2 - middle) < tolerances.sameRulePoints;
    return (
      block.isFloating !== true &&
      block.role?.item === undefined &&
      block.container.left === left &&
      block.container.right === right &&
      (own.left - text.left < tolerances.sameEdgePoints || isCentred) &&
      !isRightToLeft(textOfLine(block.lines[0] ?? { glyphs: [] }))
    );
  });
}

/** Assigns paragraphs their box; ground and lines of one box come one after the other. */
function box(inside: readonly TextBlock[], shape: Shape): boolean {
  const known = inside[0]?.boxed?.box;
  if (known !== undefined) {
    const isSame = (['left', 'top', 'right', 'bottom'] as const).every(
      (side) => Math.abs(known[side] - shape[side]) < tolerances.sameRulePoints,
    );
    if (!isSame || inside.some((block) => block.boxed?.box !== known)) return false;
    Object.assign(known, { ...shape, ...known });
    return true;
  }
  const text = union(inside.map(boxOf));
  const likely = Math.max(text.right + 1, shape.right - (text.left - shape.left));
  const intervals = inside.flatMap((block) => rightInterval(block) ?? []);
  const right = Math.min(Math.max(text.right, commonRight(intervals, likely)), shape.right);
  const own = { ...shape };
  const spaces = { top: 0, bottom: 0 };
  for (const [n, block] of inside.entries())
    block.boxed = { box: own, spaces, left: text.left, right, isFirst: n === 0, isLast: n === inside.length - 1 };
  return true;
}
