// The positions of straight lines, and the small squares that four lines form.
import { type Box, middleX, middleY, union } from './box.ts';
import type { Rule } from './page-content.ts';
import { tolerances } from './tolerances.ts';

const thresholds = {
  /** The minimum side of a tick box, in points. */
  minTickBox: 4,
  /** The maximum side of a tick box, in points. */
  maxTickBox: 15,
  /** The maximum difference between the height and the width of a tick box, in points. */
  tickBoxSquare: 3.5,
};

export const positionOf = (rule: Rule): number => (rule.direction === 'horizontal' ? middleY(rule) : middleX(rule));

export const startOf = (rule: Rule): number => (rule.direction === 'horizontal' ? rule.left : rule.top);

export const endOf = (rule: Rule): number => (rule.direction === 'horizontal' ? rule.right : rule.bottom);

export interface Square<Line = Rule> {
  box: Box;
  edges: Line[];
}

/** Finds the small squares whose sides are lines. */
export function squaresAmong<Line extends Rule>(lines: readonly Line[]): Square<Line>[] {
  const length = (line: Rule) => endOf(line) - startOf(line);
  const short = lines.filter((line) => length(line) >= thresholds.minTickBox && length(line) <= thresholds.maxTickBox);
  const isSame = (a: number, b: number) => Math.abs(a - b) < tolerances.sameEdgePoints;
  return short.flatMap((top) => {
    if (top.direction !== 'horizontal') return [];
    const bottom = short.find(
      (line) =>
        line.direction === 'horizontal' &&
        isSame(startOf(line), startOf(top)) &&
        isSame(endOf(line), endOf(top)) &&
        positionOf(line) > positionOf(top) &&
        Math.abs(positionOf(line) - positionOf(top) - length(top)) < thresholds.tickBoxSquare,
    );
    if (bottom === undefined) return [];
    const sides = short.filter(
      (line) =>
        line.direction === 'vertical' &&
        (isSame(positionOf(line), startOf(top)) || isSame(positionOf(line), endOf(top))) &&
        Math.abs(startOf(line) - positionOf(top)) < tolerances.slackPoints &&
        Math.abs(endOf(line) - positionOf(bottom)) < tolerances.slackPoints,
    );
    const edges = [top, bottom, ...sides];
    return sides.length >= 2 ? [{ box: union(edges), edges }] : [];
  });
}
