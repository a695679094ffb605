// The lines that may rule a table: pieces of one line are joined, boxes to tick are left out, lines that cross are one group.
import { type Box, middleX, middleY, union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import type { Fill, Rule } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points: sides of boxes to tick are longer ... */
  minTickBox: 4,
  /** ... and shorter. */
  maxTickBox: 15,
  /** Points by which their height differs from their width. */
  tickBoxSquare: 3.5,
  /** Edges of a table. */
  minEdges: 4,
};

/** A rule, or the edge of a filled box, which draws nothing. */
export interface Edge extends Rule {
  isDrawn: boolean;
}

export const edgesOfBox = (fill: Fill): Edge[] => {
  const shared = { thickness: 0, color: fill.color, isDrawn: false };
  return [
    { ...shared, direction: 'horizontal', left: fill.left, right: fill.right, top: fill.top, bottom: fill.top },
    { ...shared, direction: 'horizontal', left: fill.left, right: fill.right, top: fill.bottom, bottom: fill.bottom },
    { ...shared, direction: 'vertical', left: fill.left, right: fill.left, top: fill.top, bottom: fill.bottom },
    { ...shared, direction: 'vertical', left: fill.right, right: fill.right, top: fill.top, bottom: fill.bottom },
  ];
};

export const positionOf = (rule: Rule): number => (rule.direction === 'horizontal' ? middleY(rule) : middleX(rule));

export const startOf = (rule: Rule): number => (rule.direction === 'horizontal' ? rule.left : rule.top);

export const endOf = (rule: Rule): number => (rule.direction === 'horizontal' ? rule.right : rule.bottom);

/** The edges with the pieces of each line joined. */
export function withPiecesJoined(edges: readonly Edge[]): Edge[] {
  const sorted = edges.toSorted(
    (a, b) => a.direction.localeCompare(b.direction) || positionOf(a) - positionOf(b) || startOf(a) - startOf(b),
  );
  const isOnLine = (_: Edge, edge: Edge, [first]: readonly [Edge, ...Edge[]]) =>
    edge.direction === first.direction && positionOf(edge) - positionOf(first) < tolerances.sameLinePoints;
  return groupsOf(sorted, isOnLine).flatMap((line) => {
    const result: Edge[] = [];
    for (const edge of line.toSorted((a, b) => startOf(a) - startOf(b))) {
      const known = result.at(-1);
      if (known === undefined || startOf(edge) > endOf(known) + tolerances.sameRulePoints) result.push({ ...edge });
      else {
        Object.assign(known, union([known, edge]));
        known.thickness = Math.max(known.thickness, edge.thickness);
      }
    }
    return result;
  });
}

/** Small squares are boxes to tick and part nothing. */
export function withoutTickBoxes(edges: readonly Edge[]): Edge[] {
  const gone = new Set(squaresAmong(edges).flatMap((square) => square.edges));
  return edges.filter((edge) => !gone.has(edge));
}

export interface Square<Line = Rule> {
  box: Box;
  edges: Line[];
}

/** The small squares that lines are the sides of. */
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

/** Edges that cross or touch each other, in groups. */
export function crossingGroups(edges: readonly Edge[]): Edge[][] {
  const parent = edges.map((_, n) => n);
  const find = (n: number): number => {
    while (parent[n] !== n) n = parent[n] = parent[parent[n] ?? n] ?? n;
    return n;
  };
  const horizontal = edges.flatMap((edge, n) => (edge.direction === 'horizontal' ? [{ edge, n }] : []));
  const vertical = edges.flatMap((edge, n) => (edge.direction === 'vertical' ? [{ edge, n }] : []));
  for (const h of horizontal)
    for (const v of vertical)
      if (
        positionOf(v.edge) > startOf(h.edge) - tolerances.sameRulePoints &&
        positionOf(v.edge) < endOf(h.edge) + tolerances.sameRulePoints &&
        positionOf(h.edge) > startOf(v.edge) - tolerances.sameRulePoints &&
        positionOf(h.edge) < endOf(v.edge) + tolerances.sameRulePoints
      )
        parent[find(h.n)] = find(v.n);
  const groups = Map.groupBy(edges, (_, n) => find(n));
  return [...groups.values()].filter((group) => group.length >= thresholds.minEdges);
}
