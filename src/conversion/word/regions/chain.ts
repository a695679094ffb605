// Which blocks of a page flow, and which keep their place: blocks one below the other flow, with as many letters as can be; blocks
// beside them are framed. (Weighted interval scheduling; Kleinberg and Tardos, Algorithm Design, 2005, 6.1.)
import type { Box } from '#conversion/layout/box.ts';

/** Points that a block may begin above the end of the one before it. */
const overlap = 0.5;

export interface Weighted {
  /** Only top and bottom count. */
  box: Box;
  weight: number;
}

/** The items one below the other whose weights come to most, from top to bottom. */
export function chainOf<Item extends Weighted>(items: readonly Item[]): Item[] {
  const sorted = items.toSorted((a, b) => a.box.bottom - b.box.bottom || a.box.top - b.box.top);
  /** The best chain of the items before the n-th: its weight, and the last item of it. */
  const best: { weight: number; last: number }[] = [{ weight: 0, last: -1 }];
  const above = sorted.map(({ box }) => countUpTo(sorted, box.top + overlap));
  for (const [n, { weight }] of sorted.entries()) {
    const before = best[Math.min(n, above[n] ?? 0)]!;
    const without = best[n]!;
    best.push(before.weight + weight > without.weight ? { weight: before.weight + weight, last: n } : without);
  }
  const chain: Item[] = [];
  for (let n = sorted.length; n > 0;) {
    const { last } = best[n]!;
    if (last < 0) break;
    chain.push(sorted[last]!);
    n = Math.min(last, above[last] ?? 0);
  }
  return chain.toReversed();
}

/** How many of the items, sorted by their end, end above a height. */
function countUpTo(sorted: readonly Weighted[], y: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.box.bottom <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}
