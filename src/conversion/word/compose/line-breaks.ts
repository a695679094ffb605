// Lines of a paragraph that begin with a break, because their author wanted it.
import type { Alignment, TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { firstWordWidth, hasRoom } from '#conversion/layout/text/paragraphs.ts';
import { type LineStart, typewriterAdvance, typewriterBreaks } from '#conversion/layout/text/typewriter.ts';
import { isRightToLeftText } from '#conversion/layout/lines/visual-order.ts';
import { rightInterval } from '../after/wrapping.ts';
import { inMirror } from '../fit/alignment.ts';
import { leadingOf } from './line-boxes.ts';

const thresholds = {
  /** em of room that a line which was broken on purpose has at least, in a justified paragraph. */
  brokenJustified: 1.2,
  /** The same in other paragraphs. */
  broken: 0.6,
  /** em: a blank before the next word. */
  blank: 0.3,
  /** Points that lines may reach over their column. */
  maxOverhang: 12,
};

/** How lines begin before which there is a break. */
export function breaksOf(
  block: TextBlock,
  lines: readonly TextLine[],
  align: Alignment,
  isBeside: (line: TextLine) => boolean,
): Map<TextLine, LineStart> {
  const advance = block.isWhole === true && lines.length > 1 ? typewriterAdvance(lines) : undefined;
  if (advance === undefined)
    return new Map([...brokenLines(block, lines, align, isBeside)].map((line) => [line, { lines: 1, blanks: 0 }]));
  // Lines of code are as long as their author wants. Of other typewritten text the column decides which are full, unless they reach over it.
  const isCode = block.role?.isPlain === true;
  const isLong = isCode || lines.some(({ right }) => right > block.container.right + thresholds.maxOverhang);
  const hadRoom = lines.filter((line, n) => {
    const above = lines[n - 1];
    return above !== undefined && (isLong || hasRoom(above, line, block.container));
  });
  return typewriterBreaks(lines, advance, leadingOf(lines), new Set(hadRoom));
}

/** Lines before which there is a break: the one above had room for more, and nothing was beside it. */
function brokenLines(
  block: TextBlock,
  lines: readonly TextLine[],
  align: Alignment,
  isBeside: (line: TextLine) => boolean,
): Set<TextLine> {
  const { container, isWhole } = block;
  if (isWhole !== true || isRightToLeftText(lines)) return new Set();
  if (align === 'right' && rightInterval(inMirror(block)) !== null) return new Set();
  const widest = Math.max(...lines.map(({ right }) => right));
  const isFixed = align === 'left' || align === 'both';
  return new Set(
    lines.filter((line, n) => {
      const above = lines[n - 1];
      if (above === undefined || above.page !== line.page || line.top < above.top || isBeside(above)) return false;
      const slack = above.size * (align === 'both' ? thresholds.brokenJustified : thresholds.broken);
      if (isFixed)
        return hasRoom(above, line, { left: container.left, right: Math.min(widest, container.right + 2) - slack });
      return (
        above.right - above.left + above.size * thresholds.blank + firstWordWidth(line) <
        container.right - container.left - slack
      );
    }),
  );
}
