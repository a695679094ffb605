// Tables that lines draw and tags do not name: programs for slides write a paragraph for each cell, or one for all of them.
import { type Box, contains, overlaps } from '../box.ts';
import { fillCells, textsOfCells } from '../blocks/page-layout.ts';
import { ruledTables } from '../blocks/ruled-tables.ts';
import type { TableBlock } from '../layout-blocks.ts';
import type { Glyph, PageContent } from '../page-content.ts';
import { leadingsOf } from '../text/paragraphs.ts';

/** Edges of the columns and rows of such a table at least. */
const minEdges = { columns: 3, rows: 4 };

/** Share of the cells with text. */
const filled = 0.5;

/** The tables that are drawn on a page around letters, with these in their cells; never over tagged content. */
export function drawnTables(page: PageContent, letters: readonly Glyph[], named: readonly Box[]): TableBlock[] {
  const tables = ruledTables({ ...page, glyphs: [...letters] }).filter(
    ({ box, xs, ys, cells }) =>
      xs.length >= minEdges.columns &&
      ys.length >= minEdges.rows &&
      !named.some((other) => overlaps(box, other)) &&
      cells.filter((cell) => letters.some((letter) => contains(cell.box, letter))).length > cells.length * filled,
  );
  const { cells } = textsOfCells(tables, page.index, letters);
  fillCells({ tables, pictures: [], page, cells }, leadingsOf([...cells.values()]));
  return tables;
}
