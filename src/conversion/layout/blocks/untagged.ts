// The stages for documents without a structure tree: pages in columns, paragraphs, and what goes on over the end of a page.
import { joinAcrossBreaks } from './join.ts';
import { bodyOf, type DocumentLayout } from '../document-layout.ts';
import { type LayoutBlock, topOf } from '../layout-blocks.ts';
import { takeNotes } from './footnotes.ts';
import { guttersOf, repeatedGutters } from './gutters.ts';
import { layoutOf, partsOf, regionsInOrder, usualLeadings } from './page-layout.ts';

/** How much higher than the block before it a block begins with which a column begins, in points. */
const columnJump = 20;

/** Finds drawings, tables and columns of each page, and takes the footnotes out of the columns. */
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
  const leadings = usualLeadings(layout.pageLayouts);
  layout.regions = layout.pageLayouts.flatMap((page) => regionsInOrder(page, leadings));
}

/** Joins paragraphs and tables that a page's or column's end has parted. */
export function joinPages({ regions, furniture }: DocumentLayout): void {
  // Where other headers begin, something new does: nothing goes on there from the page before.
  const newParts = new Set(furniture.ranges.slice(1).map(({ from }) => from));
  const starts = new Set<LayoutBlock>();
  for (const [n, region] of regions.entries()) {
    const isOtherPage = regions[n - 1]?.page !== region.page;
    for (const [at, block] of region.blocks.entries()) {
      const before = region.blocks[at - 1];
      const isNewColumn = before !== undefined && topOf(block) < topOf(before) - columnJump;
      if (((at === 0 && isOtherPage) || isNewColumn) && !(at === 0 && newParts.has(region.page))) starts.add(block);
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
