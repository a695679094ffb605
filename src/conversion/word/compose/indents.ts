// How far paragraphs are indented from their column.
import type { Paragraph } from '../docx-model.ts';
import type { Box } from '#conversion/layout/box.ts';
import type { Alignment, TextBlock } from '#conversion/layout/layout-blocks.ts';
import { inMirror } from '../fit/alignment.ts';
import { rightInterval } from '../after/wrapping.ts';
import { isRightToLeftText } from '#conversion/layout/lines/visual-order.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';
import { typewriterAdvance } from '#conversion/layout/text/typewriter.ts';

const thresholds = {
  /** Points: a smaller indent is ignored. */
  indent: 0.4,
  /** Points: the middle of centred lines may be as far from that of their column. */
  offCentre: 0.5,
  /** Points: a line that begins further left is of another column. */
  outside: 3,
  /** Points that lines may reach over their column. */
  maxOverhang: 12,
};

export function indents(
  block: TextBlock,
  align: Alignment,
): Pick<Paragraph, 'indentLeft' | 'indentRight' | 'indentFirst'> {
  const { lines, container } = block;
  const [first, ...rest] = lines;
  const none = { indentLeft: 0, indentRight: 0, indentFirst: 0 };
  if (first === undefined) return none;
  if (align === 'center') return centred(block);
  const small = (value: number) => (Math.abs(value) < thresholds.indent ? 0 : value);
  if (isRightToLeftText(lines)) {
    if (align === 'left') return none;
    const right = rest.length === 0 ? first.right : Math.max(...rest.map((line) => line.right));
    return {
      ...none,
      indentLeft: small(Math.max(0, container.right - right)),
      indentFirst: rest.length === 0 ? 0 : small(right - first.right),
    };
  }
  if (align === 'right')
    return {
      ...none,
      indentLeft: small(Math.max(0, insetOf(inMirror(block)))),
      indentRight: small(Math.max(0, container.right - Math.max(...lines.map(({ right }) => right)))),
    };
  // Lines in other columns have other edges.
  const own = rest.filter(
    (line) =>
      line.page === first.page && line.left >= container.left - thresholds.outside && line.left <= container.right,
  );
  const left = own.length === 0 ? first.left : Math.min(...own.map((line) => line.left));
  const widest = Math.max(...lines.filter((line) => line.left < container.right).map((line) => line.right));
  // Long lines of code reach over their column.
  const maxOverhang = typewriterAdvance(lines) === undefined ? thresholds.maxOverhang : Infinity;
  const narrow = insetOf(block) || Math.max(-maxOverhang, Math.min(0, container.right - widest - 0.6));
  return {
    indentLeft: small(left - container.left),
    indentFirst: small(first.left - left),
    indentRight: narrow < 0 && container.right - widest > 0.2 ? 0 : small(narrow),
  };
}

/** How far from the column's edge lines are broken that are broken earlier than it asks for. */
function insetOf(block: TextBlock): number {
  const interval = rightInterval(block);
  const { right } = block.container;
  return interval === null || interval.high >= right + 0.3
    ? 0
    : right - Math.min(interval.low + 1, (interval.low + interval.high) / 2);
}

/** The indents of a line whose ground begins before it, or ends behind it: the ground is as wide as the paragraph. */
export function indentsOnGround(
  placed: ReturnType<typeof indents>,
  { lines: [line, ...rest], container }: TextBlock,
  align: Alignment,
  ground: Box | undefined,
): ReturnType<typeof indents> {
  if (ground === undefined || line === undefined || rest.length > 0 || align !== 'left' || isRightToLeftText([line]))
    return placed;
  const [left, right] = [Math.max(0, ground.left - container.left), Math.max(0, container.right - ground.right)];
  const [before, behind] = [placed.indentLeft - left, ground.right - line.right];
  return {
    ...(before > tolerances.paddingPoints
      ? { indentLeft: left, indentFirst: placed.indentFirst + before }
      : { indentLeft: placed.indentLeft, indentFirst: placed.indentFirst }),
    indentRight: behind > line.size ? right : placed.indentRight,
  };
}

/** Indents that move the middle of the column to that of the lines. */
function centred({ lines, container }: TextBlock): Pick<Paragraph, 'indentLeft' | 'indentRight' | 'indentFirst'> {
  const own = lines.filter(({ page, left }) => page === lines[0]?.page && left < container.right);
  const middle = own.reduce((sum, { left, right }) => sum + (left + right) / 2, 0) / Math.max(1, own.length);
  const off = middle - (container.left + container.right) / 2;
  const isOff = own.length > 0 && Math.abs(off) > thresholds.offCentre;
  return {
    indentLeft: isOff && off > 0 ? off * 2 : 0,
    indentRight: isOff && off < 0 ? -off * 2 : 0,
    indentFirst: 0,
  };
}
