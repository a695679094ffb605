// The edges of a tagged table's columns where single texts contradict each other: each edge lies where the least text reaches over it.
import { padding } from './edges.ts';
import type { CellText } from './placed-columns.ts';

const thresholds = {
  /** Points by which a text counts at most that reaches over an edge: the many decide, not the long. */
  maxReach: 24,
  /** Points: a drawn line outweighs so much reach. */
  drawn: 8,
  /** Points between an edge and a text beside it. */
  inset: 2,
  /** Points of a column at least. */
  minColumn: 4,
  /** Places that are tried for an edge: of more every n-th. */
  maxPlaces: 300,
};

/** The cheapest way from place to place, by dynamic programming over the edges from left to right. */
export function settledColumns(columns: number, texts: readonly CellText[], vertical: readonly number[]): number[] {
  const left = Math.min(...texts.map(({ box }) => box.left)) - padding;
  const right = Math.max(...texts.map(({ box }) => box.right)) + padding;
  const places = placesFor(texts, vertical).filter((x) => x > left && x < right);
  const ending = Map.groupBy(texts, ({ cell }) => cell.column + cell.columnSpan);
  const beginning = Map.groupBy(texts, ({ cell }) => cell.column);
  const cost = (edge: number, x: number): number => {
    let sum = vertical.some((at) => Math.abs(at - x) < 1) ? -thresholds.drawn : 0;
    for (const { box } of ending.get(edge) ?? []) sum += reach(box.right - x);
    for (const { box } of beginning.get(edge) ?? []) sum += reach(x - box.left);
    return sum;
  };
  interface Way {
    sum: number;
    at: number;
    before?: Way;
  }
  let ways: Way[] = [];
  for (let edge = 1; edge < columns; edge++) {
    let next = 0;
    let best: Way | undefined;
    const last = ways;
    ways = places.map((at) => {
      for (; next < last.length && (last[next]?.at ?? 0) <= at - thresholds.minColumn; next++) {
        const way = last[next];
        if (way !== undefined && way.sum < (best?.sum ?? Infinity)) best = way;
      }
      const before = edge === 1 ? 0 : (best?.sum ?? Infinity);
      return { sum: before + cost(edge, at), at, ...(best === undefined ? {} : { before: best }) };
    });
  }
  const edges: number[] = [];
  let way: Way | undefined = ways.reduce<Way | undefined>(
    (least, own) => (own.sum < (least?.sum ?? Infinity) ? own : least),
    undefined,
  );
  for (; way !== undefined; way = way.before) edges.unshift(way.at);
  const outer = (from: number, to: number, fallback: number) => vertical.find((at) => at > from && at < to) ?? fallback;
  const [first, end] = [
    outer(left - padding, left + padding, left),
    outer(right - padding, right + padding * 2, right),
  ];
  return edges.length === columns - 1
    ? [first, ...edges, end]
    : // Fewer places than edges: columns of one width.
      Array.from({ length: columns + 1 }, (_, n) => first + ((end - first) * n) / columns);
}

const reach = (points: number): number => Math.min(thresholds.maxReach, Math.max(0, points));

function placesFor(texts: readonly CellText[], vertical: readonly number[]): number[] {
  const beside = texts.flatMap(({ box }) => [box.left - thresholds.inset, box.right + thresholds.inset]);
  const half = [...new Set([...vertical, ...beside].map((x) => Math.round(x * 2) / 2))].toSorted((a, b) => a - b);
  const step = Math.ceil(half.length / thresholds.maxPlaces);
  return half.filter((_, n) => n % step === 0);
}
