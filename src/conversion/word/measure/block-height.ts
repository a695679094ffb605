// The heights of paragraphs and tables in a word processor.
import type { Block, Paragraph, Table } from '../docx-model.ts';
import { lineHeightsOf } from './line-count.ts';

const thresholds = {
  /** Points of a line without anything. */
  emptyLine: 12,
  /** Points: a row so high is seldom more than a line or two. */
  undivided: 36,
  /** Points of a row that continues on the next page at the end of the previous one. */
  firstLine: 18,
};

/** A part of a block that stays on one page, with the room above it that goes where a page begins. */
export interface Piece {
  height: number;
  above: number;
  /** Points, from its top, that must have room where it begins: less of a row that may continue on the next page, more of a
   * line that others stay with. */
  needs?: number;
}

/** Floating content needs no room in the text. */
export const takesRoom = (block: Block): boolean =>
  block.kind === 'table' ? block.place === undefined : block.textFrame === undefined;

/** The pieces of a block between edges so far apart: lines and rows. */
export const piecesOfBlock = (block: Block, width: number): Piece[] =>
  !takesRoom(block) ? [] : block.kind === 'table' ? rowsOf(block) : linesOf(block, width);

function linesOf(paragraph: Paragraph, width: number): Piece[] {
  const lines = lineHeightsOf(paragraph, width).map((height, n) => ({
    height: height === 0 ? thresholds.emptyLine : height,
    above: n === 0 ? paragraph.spaceBefore : 0,
  }));
  const [first, last] = [lines[0], lines.at(-1)];
  const { box } = paragraph;
  if (first !== undefined && box?.isFirst === true) first.height += box.spaces.top + box.border.thickness;
  if (last !== undefined && box?.isLast === true) last.height += box.spaces.bottom + box.border.thickness;
  if (last !== undefined) {
    last.height += (paragraph.spaceAfter ?? 0) + (paragraph.borderBelow?.space ?? 0);
    for (const { note } of paragraph.runs)
      for (const own of note?.paragraphs ?? []) last.height += heightOf(linesOf(own, width));
  }
  return lines.map((line, n) => {
    const together = stayingWith(n, lines.length);
    return together === 1 ? line : { ...line, needs: heightOf(lines.slice(n, n + together)) - line.above };
  });
}

/** How many lines of a paragraph, from one on, stay on one page: the first two do, and the last two (w:widowControl). */
function stayingWith(n: number, count: number): number {
  if (n === 0) return count <= 3 ? count : 2;
  return n === count - 2 ? 2 : 1;
}

export const heightOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { height, above }) => sum + height + above, 0);

/** Rows are as high as stated, or as their content; cells over several rows make the last of them higher. */
function rowsOf({ columns, padding, rows }: Table): Piece[] {
  const pieces: Piece[] = [];
  /** Cells that span rows: the height that they need, and the first row after them. */
  let open: { end: number; needed: number }[] = [];
  for (const [n, row] of rows.entries()) {
    let height = row.height;
    let column = 0;
    for (const cell of row.cells) {
      const width = columns.slice(column, column + cell.columnSpan).reduce((sum, own) => sum + own, 0);
      column += cell.columnSpan;
      if (cell.isCovered) continue;
      const line = cell.borders.top?.thickness ?? 0;
      const needed = cell.blocks.reduce(
        (sum, block) => sum + heightOf(piecesOfBlock(block, width - padding * 2)),
        line,
      );
      if (cell.rowSpan > 1) open.push({ end: n + cell.rowSpan, needed });
      else height = Math.max(height, needed);
    }
    for (const cell of open) if (cell.end === n + 1) height = Math.max(height, cell.needed);
    open = open.filter((cell) => cell.end > n + 1).map((cell) => ({ ...cell, needed: cell.needed - height }));
    const isDivisible = !row.isWhole && height > thresholds.undivided;
    pieces.push({ height, above: 0, ...(isDivisible ? { needs: thresholds.firstLine } : {}) });
  }
  return pieces;
}
