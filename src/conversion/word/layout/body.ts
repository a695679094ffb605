// The box that running text stands in, by size of page: edges where many lines begin or end.
import { type Box, union } from '../box.ts';
import { type DocumentLayout, sizeKey } from '../document-layout.ts';
import { piecesOf } from '../lines/lines.ts';
import type { PageContent, TextLine } from '../page-content.ts';
import { plainStyle, styleOf } from '../text/style.ts';
import { visible } from './page-layout.ts';

/** Finds the style of the running text, and its box on pages of each size. */
export function findBodies(layout: DocumentLayout): void {
  const lines = layout.pages.flatMap((page) => piecesOf(visible(page), page.index));
  layout.bodyStyle = styleOf({ lines }) ?? plainStyle(11);
  for (const [key, pages] of Map.groupBy(layout.pages, sizeKey)) {
    const [first] = pages;
    if (first === undefined) continue;
    const indexes = new Set(pages.map(({ index }) => index));
    layout.bodies.set(
      key,
      bodyBox(
        lines.filter(({ page }) => indexes.has(page)),
        first,
      ),
    );
  }
}

/** @param lines those of all pages of one size */
export function bodyBox(lines: readonly TextLine[], page: Pick<PageContent, 'width' | 'height'>): Box {
  const fallback = Math.min(72, page.width * 0.12);
  if (lines.length === 0)
    return { left: fallback, right: page.width - fallback, top: fallback, bottom: page.height - fallback };
  const left = edge(lines.map((line) => line.left));
  const right = centeredRight(lines, left, page.width) ?? rightEdge(lines, page.width - left);
  const { top, bottom } = union(lines);
  return { left, right: Math.max(right, left + 60), top, bottom };
}

/** Centered lines tell it: their middle is that of the body. */
function centeredRight(lines: readonly TextLine[], left: number, width: number): number | undefined {
  const widest = union(lines).right;
  const middles = lines
    .filter((line) => line.left > left + 24 && line.right - line.left < (width - left) * 0.7)
    .map((line) => (line.left + line.right) / 2)
    .filter((middle) => middle * 2 - left > widest - 1 && middle * 2 - left < width - 14);
  const counts = new Map<number, { sum: number; count: number }>();
  for (const middle of middles) {
    const known = counts.get(Math.round(middle)) ?? { sum: 0, count: 0 };
    counts.set(Math.round(middle), { sum: known.sum + middle, count: known.count + 1 });
  }
  const best = [...counts.values()].toSorted((a, b) => b.count - a.count)[0];
  return best !== undefined && best.count >= 3 ? (best.sum / best.count) * 2 - left : undefined;
}

/** Flush lines tell it; ragged ones stay before it, and the margin is as wide on both sides as a rule. */
function rightEdge(lines: readonly TextLine[], mirrored: number): number {
  const rights = lines.map((line) => line.right).toSorted((a, b) => b - a);
  const enough = Math.max(3, Math.floor(rights.length * 0.08));
  for (const [n, right] of rights.entries()) {
    if (n > rights.length * 0.03 + 1) break;
    let flush = 0;
    while (n + flush < rights.length && right - (rights[n + flush] ?? 0) < 1) flush++;
    if (flush >= enough) return right;
  }
  const few = Math.max(1, Math.min(3, Math.floor(rights.length * 0.02)));
  const widest = rights.find((right, n) => right - (rights[n + few - 1] ?? -Infinity) < 14) ?? rights[0] ?? mirrored;
  const reach = lines.length < 25 ? 40 : 20;
  return widest < mirrored + 3 && mirrored - widest < reach ? mirrored : widest;
}

/** The outermost value that enough others share within a point and a half. */
function edge(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const enough = Math.max(1, Math.min(6, Math.floor(values.length * 0.02)));
  for (const [n, value] of sorted.entries()) {
    let count = 0;
    while (n + count < sorted.length && (sorted[n + count] ?? 0) - value < 1.5) count++;
    if (count >= enough) return value;
  }
  return sorted[0] ?? 0;
}
