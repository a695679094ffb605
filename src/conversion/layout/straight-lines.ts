// The positions of straight lines, and the small squares that four lines form.
import { type Box, middleX, middleY, union } from './box.ts';
import { searchNear } from './nearby.ts';
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
  const [flat, upright] = (['horizontal', 'vertical'] as const).map((direction) =>
    short.filter((line) => line.direction === direction),
  ) as [Line[], Line[]];
  const reach = tolerances.sameEdgePoints;
  const startingNear = searchNear(flat, startOf, reach);
  const standingNear = searchNear(upright, positionOf, reach);
  return flat.flatMap((top) => {
    const hangs = (line: Line) => Math.abs(startOf(line) - positionOf(top)) < tolerances.slackPoints;
    // Uprights first: a filled bar may be thousands of short flat lines.
    const hanging = [startOf(top), endOf(top)].flatMap((place) => standingNear(place, hangs));
    if (hanging.length < 2) return [];
    const [bottom] = startingNear(
      startOf(top),
      (line) =>
        Math.abs(endOf(line) - endOf(top)) < reach &&
        positionOf(line) > positionOf(top) &&
        Math.abs(positionOf(line) - positionOf(top) - length(top)) < thresholds.tickBoxSquare,
    );
    if (bottom === undefined) return [];
    const sides = hanging.filter((line) => Math.abs(endOf(line) - positionOf(bottom)) < tolerances.slackPoints);
    const edges = [top, bottom, ...sides];
    return sides.length >= 2 ? [{ box: union(edges), edges }] : [];
  });
}
