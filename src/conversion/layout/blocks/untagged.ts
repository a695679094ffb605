// The stages for documents without a structure tree: pages in columns, paragraphs, and blocks that continue on the next page.
import { joinAcrossBreaks } from './join.ts';
import { bodyOf, type DocumentLayout } from '../document-layout.ts';
import { type LayoutBlock, topOf } from '../layout-blocks.ts';
import { takeNotes } from './footnotes.ts';
import { guttersOf, repeatedGutters } from './gutters.ts';
import { layoutOf, partsOf, regionsInOrder, typicalLeadings } from './page-layout.ts';

/** How much higher than the block before it a block begins with which a column begins, in points. */
const columnJump = 20;
/** Share of the page's height. */
const shortPage = 0.5;

/** Finds drawings, tables and columns of each page, and separates the footnotes from the columns. */
export function partPages(layout: DocumentLayout): void {
  const parts = layout.pages.map((page) => partsOf(page, bodyOf(layout, page)));
  const gutters = repeatedGutters(parts.map(({ items, body }) => guttersOf(items, body)));
  layout.pageLayouts = parts.map((own) =>
    layoutOf(own, gutters, (lines, page, all) => {
      const found = takeNotes(lines, page, { bodySize: layout.bodyStyle.size, all });
      layout.notes.push(...found.notes);
      return found.lines;
    }),
  );
}

/** Splits the lines of columns and cells into paragraphs, by the leading that is usual in the document. */
export function findParagraphs(layout: DocumentLayout): void {
  const leadings = typicalLeadings(layout.pageLayouts);
  layout.regions = layout.pageLayouts.flatMap((page) => regionsInOrder(page, leadings));
}

/** Joins paragraphs and tables that a page's or column's end has parted. */
export function joinPages({ regions, furniture, pages }: DocumentLayout): void {
  const heights = new Map(pages.map(({ index, height }) => [index, height]));
  /** Nothing continues from a page that has ended in its upper half. */
  const endsShort = (page: number, last: LayoutBlock | undefined): boolean =>
    last?.kind === 'text' && (last.lines.at(-1)?.bottom ?? Infinity) < (heights.get(page) ?? 0) * shortPage;
  // Other headers begin a new part: nothing continues there from the previous page.
  const newParts = new Set(furniture.ranges.slice(1).map(({ from }) => from));
  const starts = new Set<LayoutBlock>();
  for (const [n, region] of regions.entries()) {
    const before = regions[n - 1];
    const isOtherPage = before?.page !== region.page;
    const isNewPart =
      newParts.has(region.page) ||
      (isOtherPage && before !== undefined && endsShort(before.page, before.blocks.at(-1)));
    for (const [at, block] of region.blocks.entries()) {
      const above = region.blocks[at - 1];
      const isNewColumn = above !== undefined && topOf(block) < topOf(above) - columnJump;
      if ((at === 0 && isOtherPage && !isNewPart) || isNewColumn) starts.add(block);
    }
  }
  const joined = new Set(
    joinAcrossBreaks(
      regions.flatMap(({ blocks }) => blocks),
      starts,
    ),
  );
  for (const region of regions) region.blocks = region.blocks.filter((block) => joined.has(block));
}
