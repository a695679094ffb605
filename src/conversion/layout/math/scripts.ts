// Finds the letters that are raised and lowered beside a letter of a row, or are over and under it.
import { type Box, middleX, union } from '../box.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** em of a row: scripts are off its baseline by more. */
  off: 0.05,
  /** em between a base and its script, and that the middle of limits is off that of their base. */
  beside: 0.3,
  /** em that a script may overlap its base, as those of slanted letters do. */
  over: 0.4,
  /** em that limits are off the baseline, and between letters of one limit. */
  limits: 0.5,
  /** em that scripts are off the baseline. */
  maxOff: 1.6,
};

interface Small extends Box {
  baseline: number;
  size: number;
}

/** The letters below and above the baseline at one letter of a row. */
export interface Group<Item extends Small> {
  all: Item[];
  low: Item[];
  high: Item[];
  /** Over and under it, not beside it. */
  isStacked: boolean;
}

/** The groups by the letters of a row; undefined if a letter belongs to no group. */
export function groupsOf<Item extends Small>(
  bases: readonly Box[],
  small: readonly Item[],
  baseline: number,
  size: number,
  takesLimits: (n: number) => boolean,
): Group<Item>[] | undefined {
  const groups = bases.map((): Group<Item> => ({ all: [], low: [], high: [], isStacked: false }));
  const left = new Set(small);
  for (const [n, base] of bases.entries())
    if (takesLimits(n) && left.size > 0) takeLimits(groups[n], base, left, baseline, size);
  for (const item of [...left].toSorted((a, b) => a.left - b.left)) {
    const n = bases.findLastIndex((base) => base.left < item.left && base.right < item.left + size * thresholds.over);
    const group = groups[n];
    if (group === undefined || group.isStacked || Math.abs(item.baseline - baseline) > size * thresholds.maxOff)
      return undefined;
    group.all.push(item);
  }
  for (const [n, group] of groups.entries()) {
    const base = bases[n];
    if (group.all.length === 0 || base === undefined || group.isStacked) continue;
    if (!partsInto(group, baseline, size)) return undefined;
    const next = bases[n + 1];
    for (const part of [group.low, group.high]) {
      if (part.length === 0) continue;
      const box = union(part);
      if (box.left - base.right > size * thresholds.beside) return undefined;
      if (next !== undefined && box.right > next.left + size * thresholds.beside) return undefined;
    }
  }
  return groups;
}

/** Rows over and under a sign whose middle is the sign's. */
function takeLimits<Item extends Small>(
  group: Group<Item> | undefined,
  base: Box,
  left: Set<Item>,
  baseline: number,
  size: number,
): void {
  if (group === undefined) return;
  for (const side of ['low', 'high'] as const) {
    const sign = side === 'low' ? 1 : -1;
    const near = [...left]
      .filter((item) => (item.baseline - baseline) * sign > size * thresholds.limits)
      .toSorted((a, b) => a.left - b.left);
    const start = near.findIndex((item) => item.right > base.left && item.left < base.right);
    if (start < 0) continue;
    const isNear = (a: Item | undefined, b: Item | undefined) =>
      a !== undefined && b !== undefined && b.left - a.right < a.size * thresholds.limits;
    let [from, to] = [start, start];
    while (isNear(near[from - 1], near[from])) from -= 1;
    while (isNear(near[to], near[to + 1])) to += 1;
    const limit = near.slice(from, to + 1);
    if (Math.abs(middleX(union(limit)) - middleX(base)) > size * thresholds.beside) continue;
    for (const item of limit) left.delete(item);
    group[side].push(...limit);
    group.all.push(...limit);
    group.isStacked = true;
  }
}

/** Parts scripts into lowered and raised ones; scripts of scripts go with their base. */
function partsInto<Item extends Small>(group: Group<Item>, baseline: number, size: number): boolean {
  const largest = Math.max(...group.all.map((item) => item.size));
  for (const item of group.all) {
    const off = item.baseline - baseline;
    const isOwn = item.size > largest * tolerances.raisedSize;
    const [low, high] = [group.low.at(-1), group.high.at(-1)];
    if (isOwn) {
      if (Math.abs(off) < size * thresholds.off) return false;
      (off > 0 ? group.low : group.high).push(item);
    } else if (low !== undefined && high !== undefined) {
      const [down, up] = [Math.abs(low.baseline - item.baseline), Math.abs(high.baseline - item.baseline)];
      if (Math.abs(down - up) < size * thresholds.off) return false;
      (down < up ? group.low : group.high).push(item);
    } else if (low !== undefined) group.low.push(item);
    else if (high !== undefined) group.high.push(item);
    else return false;
  }
  return isLevel(group.low) && isLevel(group.high);
}

/** Whether the largest letters are on one baseline. */
function isLevel(items: readonly Small[]): boolean {
  const largest = Math.max(...items.map(({ size }) => size));
  const own = items.filter(({ size }) => size > largest * tolerances.raisedSize).map(({ baseline }) => baseline);
  return own.length === 0 || Math.max(...own) - Math.min(...own) < largest * 0.12;
}
