// The lines that may rule a table: pieces of one line are joined, boxes to tick are left out, lines that cross are one group.
import { union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import type { Fill, Rule } from '../page-content.ts';
import { endOf, positionOf, squaresAmong, startOf } from '../straight-lines.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
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
