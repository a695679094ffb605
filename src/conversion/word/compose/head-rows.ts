// The head of a table that nothing names: its first row, where that is bold, shaded or ruled off, and most of the others are not.
import type { CellBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import { pageBoxesOf } from '#conversion/layout/page-boxes.ts';

/** Rows of a table from which its first one can be a head. */
const minRows = 3;

/** How many rows are the head. Tables on several pages that repeat theirs have one already, and others are not given one to repeat. */
export function headRowsOf({ headerRows, ys, cells }: TableBlock): number {
  if (headerRows > 0 || ys.length <= minRows || new Set(cells.flatMap(pagesOf)).size > 1) return headerRows;
  const written = cells.filter((cell) => lettersOf(cell).length > 0);
  const [head, rest] = [written.filter(({ row }) => row === 0), written.filter(({ row }) => row > 0)];
  if (head.length < 2 || rest.length === 0 || cells.some(({ row, rowSpan }) => row === 0 && rowSpan > 1)) return 0;
  const isHead = (looks: (cell: CellBlock) => boolean) =>
    head.every(looks) && rest.filter(looks).length * 2 <= rest.length;
  return [isBold, isShaded, isRuledOff].some(isHead) ? 1 : 0;
}

const pagesOf = ({ blocks }: CellBlock): number[] => pageBoxesOf(blocks).map(({ page }) => page);

const lettersOf = ({ blocks }: CellBlock) =>
  blocks.flatMap((block) =>
    block.kind === 'text' ? block.lines.flatMap(({ glyphs }) => glyphs.filter((glyph) => !isBlank(glyph))) : [],
  );

const isBold = (cell: CellBlock): boolean => lettersOf(cell).every(({ style }) => style.bold);

const isShaded = ({ shading }: CellBlock): boolean => shading !== undefined;

const isRuledOff = ({ borders }: CellBlock): boolean => borders.bottom !== undefined;
