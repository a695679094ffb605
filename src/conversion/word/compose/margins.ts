// Where the bodies of pages begin and end, and the margins of sections.
import type { Box } from '#conversion/layout/box.ts';
import type { TextLine, PageContent } from '#conversion/layout/page-content.ts';
import { type Region, topOf } from '#conversion/layout/layout-blocks.ts';
import type { Section } from '../docx-model.ts';
import { sizeKey } from '#conversion/layout/document-layout.ts';
import { lineTop, verticalBounds } from './line-boxes.ts';

const thresholds = {
  /** Points of the margin below at least. */
  minBottom: 18,
  /** Points of it at most, where pages end early. */
  maxBottom: 72,
  /** Points: pages that end so much above that margin end early and say nothing of it. */
  early: 30,
  /** Points: a page that ends so much above the lowest one has room for more. */
  short: 36,
  /** Points: tops of pages differ by less. */
  sameTop: 0.5,
  /** Points that the usual top may be lower than the highest one. */
  lower: 6,
  /** Share of the page's height: text that begins lower is that of a title page. */
  maxTop: 0.4,
};

/** By size of page. */
export type Limits = ReadonlyMap<string, { top: number; bottom: number; shortPages?: readonly number[] }>;

/** Where bodies of pages begin and end, by size of page. */
export function verticalLimits(
  regions: readonly Region[],
  notes: readonly TextLine[],
  pages: readonly PageContent[],
): Limits {
  const bounds = new Map<PageContent, { top: number; bottom: number }>();
  for (const region of regions) {
    const page = pages[region.page];
    if (page === undefined) continue;
    for (const block of region.blocks) {
      const own = block.kind === 'text' ? block.lines.filter((line) => line.page === region.page) : [];
      const [first] = own;
      if (block.kind === 'text' && first === undefined) continue;
      const top = block.kind === 'text' && first !== undefined ? lineTop(block.lines, first) : topOf(block);
      const bottom =
        block.kind === 'text' ? Math.max(...own.map((line) => verticalBounds([line]).bottom)) : block.box.bottom;
      const known = bounds.get(page);
      bounds.set(page, {
        top: Math.min(known?.top ?? Infinity, top),
        bottom: Math.max(known?.bottom ?? 0, Math.min(bottom, page.height)),
      });
    }
  }
  // Notes are in the body's area.
  for (const line of notes) {
    const page = pages[line.page];
    const known = page === undefined ? undefined : bounds.get(page);
    if (known !== undefined) known.bottom = Math.max(known.bottom, verticalBounds([line]).bottom);
  }
  const limits = new Map<string, { top: number; bottom: number; shortPages?: readonly number[] }>();
  for (const [key, own] of Map.groupBy(bounds, ([page]) => sizeKey(page))) {
    const lowest = Math.max(...own.map(([, { bottom }]) => bottom));
    limits.set(key, {
      top: typicalTop(own.map(([, { top }]) => top)),
      bottom: lowest,
      shortPages: own.flatMap(([{ index }, { bottom }]) => (bottom < lowest - thresholds.short ? [index] : [])),
    });
  }
  return limits;
}

/** Where most pages begin, if no page begins much higher: word processors leave no room above a continued line. */
function typicalTop(tops: readonly number[]): number {
  const highest = Math.min(...tops);
  const alike = (top: number) => tops.filter((other) => Math.abs(other - top) < thresholds.sameTop).length;
  const candidates = tops.filter((top) => top < highest + thresholds.lower);
  return candidates.reduce((best, top) => (alike(top) > alike(best) ? top : best), highest);
}

/** Points below the last line, so that lines that are a little higher in another font do not make another page. */
export const slack = 7;

/** A page that ends early says nothing of the margin below. */
export function marginsOf(page: PageContent, body: Box, top: number, bottom: number): Section['margins'] {
  const below = page.height - bottom;
  const typical = Math.max(thresholds.minBottom, Math.min(top, thresholds.maxBottom));
  return {
    left: Math.max(0, body.left),
    right: Math.max(0, page.width - body.right),
    top: Math.max(0, Math.min(top, page.height * thresholds.maxTop)),
    bottom: Math.max(0, below > typical + thresholds.early ? typical : below - slack),
  };
}
