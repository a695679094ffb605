// Groups of consecutive or neighbouring items.
import type { Box, Span } from './box.ts';

/** Splits items into groups: each item continues the current group or starts a new one. */
export function groupsOf<Item>(
  items: readonly Item[],
  goesOn: (last: Item, item: Item, group: readonly [Item, ...Item[]], at: number) => boolean,
): Item[][] {
  const groups: [Item, ...Item[]][] = [];
  for (const [n, item] of items.entries()) {
    const group = groups.at(-1);
    if (group !== undefined && goesOn(group.at(-1) as Item, item, group, n)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Merges spans that are less than `gap` points apart. */
export const stretchesOf = (spans: readonly Span[], gap: number): Span[] => {
  const stretches: Span[] = [];
  for (const { left, right } of spans.toSorted((a, b) => a.left - b.left)) {
    const last = stretches.at(-1);
    if (last !== undefined && left < last.right + gap) last.right = Math.max(last.right, right);
    else stretches.push({ left, right });
  }
  return stretches;
};

/** Groups items that are linked, directly or through others; `belong` says whether two are linked. */
export function clustered<Item extends Box>(items: readonly Item[], belong: (a: Box, b: Item) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const near = groups.filter((group) => group.some((other) => belong(other, item)));
    const merged = [...near.flat(), item];
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}
