// The right edge of a column, from where its lines are broken: no line reaches over it or has room for the first word of
// the next one.
import type { TextLine } from '#conversion/layout/page-content.ts';
import { bodyParagraphs, type DocumentLayout, sizeKey } from '#conversion/layout/document-layout.ts';
import { pageOf, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { areFlush } from '#conversion/layout/lines/flush-lines.ts';
import { isRightToLeft, textOfLine } from '#conversion/layout/lines/lines.ts';
import { firstWordWidth } from '#conversion/layout/text/paragraphs.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** em: the narrowest blank before the next word. */
  blank: 0.2,
  /** Points over the longest line, so that fonts of the same name fit. */
  hair: 0.6,
  /** Points: the lines of a paragraph that is indented from the edge break before it by more. */
  inset: 12,
  /** Points that edges are off by. */
  rounding: 0.1,
  /** Share of the paragraphs that have to reach the edge, so that the others do not count against it. */
  reaching: 0.2,
  /** Share of the lines that may reach over an edge. */
  overhanging: 0.1,
};

export interface Interval {
  low: number;
  high: number;
}

/** The right edges that break the paragraph's lines where they are; null of a single line. */
export function rightInterval({ lines, container }: TextBlock): Interval | null {
  const own = lines.filter(
    (line) => line.left >= container.left - tolerances.sameColumnPoints && line.left <= container.right,
  );
  if (own.length < 2 || isRightToLeft(textOfLine(lines[0] as TextLine))) return null;
  const low = Math.max(...own.map(({ right }) => right));
  let high = Infinity;
  for (const [n, line] of lines.entries()) {
    const next = lines[n + 1];
    if (next === undefined || !own.includes(line)) continue;
    high = Math.min(high, line.right + line.size * thresholds.blank + firstWordWidth(next));
  }
  const full = own.slice(0, -1);
  if (full.length > 1 && areFlush(full, tolerances.flushPoints))
    return {
      low: low - thresholds.rounding,
      high: Math.max(...full.map(({ right }) => right)) + thresholds.hair,
    };
  return high > low ? { low, high } : null;
}

/** The right edge that breaks the lines of most paragraphs where they are; `likely` when no other edge does so for more. */
export function commonRight(intervals: readonly Interval[], likely: number): number {
  const fits = (at: number) => intervals.filter(({ low, high }) => at >= low - thresholds.rounding && at < high).length;
  const best = Math.max(...intervals.map(({ low }) => fits(low)), 0);
  if (intervals.length === 0 || fits(likely) >= best) return likely;
  const candidates = intervals.map(({ low }) => low).filter((low) => fits(low) === best);
  const low = Math.max(...candidates);
  const high = Math.min(
    ...intervals
      .filter((interval) => low >= interval.low - thresholds.rounding && low < interval.high)
      .map((interval) => interval.high),
  );
  return Math.min(low + thresholds.hair, (low + high) / 2);
}
/** Without those of paragraphs that are indented from the edge, if enough others reach it. */
function reaching(intervals: readonly Interval[], edge: number): readonly Interval[] {
  const near = intervals.filter(({ high }) => high > edge - thresholds.inset);
  return near.length > intervals.length * thresholds.reaching ? near : intervals;
}

/** Whether more lines than a few would be broken again at this edge, those of paragraphs of one line too. */
function breaksLines(blocks: readonly TextBlock[], edge: number): boolean {
  const rights = blocks.flatMap(({ lines, container }) =>
    lines.flatMap((line) => (line.left < container.right ? [line.right] : [])),
  );
  return rights.filter((right) => right > edge + thresholds.hair).length > rights.length * thresholds.overhanging;
}

/** Widens or narrows bodies so that lines are broken where they were. */
export function settleRightEdges(layout: DocumentLayout): void {
  const { bodies, pages } = layout;
  const paragraphs = bodyParagraphs(layout);
  for (const [key, body] of bodies) {
    const own = paragraphs.filter((block) => {
      const page = pages[pageOf(block)];
      return (
        page !== undefined && sizeKey(page) === key && block.container.right === body.right && block.isFloating !== true
      );
    });
    const common = commonRight(
      reaching(
        own.flatMap((block) => rightInterval(block) ?? []),
        body.right,
      ),
      body.right,
    );
    const right = common < body.right && breaksLines(own, common) ? body.right : common;
    bodies.set(key, { ...body, right });
    for (const block of own) block.container = { ...block.container, right };
  }
}
