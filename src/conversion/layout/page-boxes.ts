// The boxes of blocks' lines, tables and pictures by page.
import type { Box } from './box.ts';
import { type LayoutBlock, textBlocks } from './layout-blocks.ts';

export interface PageBox {
  page: number;
  box: Box;
}

export const pageBoxesOf = (blocks: readonly LayoutBlock[]): PageBox[] =>
  blocks.flatMap((block) =>
    block.kind === 'text'
      ? block.lines.map((line) => ({ page: line.page, box: line }))
      : [{ page: block.page, box: block.box }],
  );

/** Returns the blocks on each page in order. */
export function blocksByPage(blocks: readonly LayoutBlock[]): Map<number, LayoutBlock[]> {
  const byPage = new Map<number, LayoutBlock[]>();
  for (const block of blocks) {
    const within = block.kind === 'table' ? block.cells.flatMap((cell) => cell.blocks) : [];
    const lines = textBlocks([block]).flatMap((text) => text.lines);
    const pages = [...(block.kind === 'text' ? [] : [block]), ...pageBoxesOf(within), ...lines].map(({ page }) => page);
    for (const page of new Set(pages)) {
      const own = byPage.get(page);
      if (own === undefined) byPage.set(page, [block]);
      else own.push(block);
    }
  }
  return byPage;
}
