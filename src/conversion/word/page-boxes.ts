// Where the lines, tables and pictures of blocks stand, by page.
import type { Box } from './box.ts';
import type { LayoutBlock } from './layout-blocks.ts';

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
