// The tables of a document, each with the rows that are wanted, as they are read: columns in the order of reading.
import { type DocumentLayout } from '#conversion/layout/document-layout.ts';
import {
  type CellBlock,
  type LayoutBlock,
  pageOf,
  type TableBlock,
  textBlocks,
} from '#conversion/layout/layout-blocks.ts';
import { median } from '#conversion/layout/numbers.ts';
import { type Vocabulary } from '#conversion/layout/text/joined-lines.ts';
import { lookOf, textOfBlocks, textOfParagraph } from './cell-text.ts';
import type { CellLook } from './sheet-model.ts';

export interface FoundCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
  hasMarks: boolean;
  look: CellLook;
}

export interface FoundTable {
  kind: 'table';
  /** The pages, from 0, that it has rows on. */
  pages: ReadonlySet<number>;
  caption: string;
  rows: number;
  /** Widths in points. */
  columns: number[];
  headerRows: number;
  isRightToLeft: boolean;
  cells: FoundCell[];
  /** Points of most of its letters. */
  size: number;
}

export interface FoundText {
  kind: 'text';
  page: number;
  text: string;
  isBold: boolean;
}

export type Found = FoundTable | FoundText;

/** Tables and the text around them in reading order. @param pages the wanted ones, from 0 */
export function foundIn(layout: DocumentLayout, pages: ReadonlySet<number>, vocabulary: Vocabulary): Found[] {
  const found: Found[] = [];
  for (const { blocks } of layout.regions)
    for (const [n, block] of blocks.entries()) {
      if (block.kind === 'table') found.push(...tableOf(block, pages, captionOf(blocks, n, vocabulary), vocabulary));
      if (block.kind !== 'text' || !pages.has(pageOf(block))) continue;
      const { text } = textOfParagraph(block, vocabulary);
      const isBold = block.role?.heading !== undefined || block.role?.isCaption === true;
      if (text !== '') found.push({ kind: 'text', page: pageOf(block), text, isBold });
    }
  for (const { lines } of layout.notes) {
    const page = lines[0]?.page;
    if (page === undefined || !pages.has(page)) continue;
    const { text } = textOfParagraph({ kind: 'text', lines, container: lines[0] ?? zero }, vocabulary);
    if (text !== '') found.push({ kind: 'text', page, text, isBold: false });
  }
  return found;
}

const zero = { left: 0, right: 0, top: 0, bottom: 0 };

/** That over the table, or that below it. */
function captionOf(blocks: readonly LayoutBlock[], n: number, vocabulary: Vocabulary): string {
  for (const block of [blocks[n - 1], blocks[n + 1]])
    if (block?.kind === 'text' && block.role?.isCaption === true) return textOfParagraph(block, vocabulary).text;
  return '';
}

function tableOf(
  table: TableBlock,
  wanted: ReadonlySet<number>,
  caption: string,
  vocabulary: Vocabulary,
): FoundTable[] {
  const pageOfRow = pagesOfRows(table);
  const kept = pageOfRow.flatMap((page, row) => (wanted.has(page) ? [row] : []));
  if (kept.length === 0) return [];
  // The head belongs to rows of later pages, too.
  const rows = [...new Set([...Array(Math.min(table.headerRows, pageOfRow.length)).keys(), ...kept])];
  const places = new Map(rows.map((row, n) => [row, n]));
  const count = table.xs.length - 1;
  const isRightToLeft = table.isRightToLeft === true;
  const cells = table.cells.flatMap((cell): FoundCell[] => {
    const own = Array.from({ length: cell.rowSpan }, (_, n) => places.get(cell.row + n)).filter(
      (row) => row !== undefined,
    );
    const [row] = own;
    if (row === undefined) return [];
    const column = isRightToLeft ? count - cell.column - cell.columnSpan : cell.column;
    const { text, hasMarks } = textOfBlocks(cell.blocks, vocabulary);
    return [{ row, column, rowSpan: own.length, columnSpan: cell.columnSpan, text, hasMarks, look: lookOf(cell) }];
  });
  if (cells.every(({ text }) => text === '')) return [];
  const widths = table.xs.slice(1).map((x, n) => Math.max(1, x - (table.xs[n] ?? 0)));
  const sizes = textBlocks(table.cells.flatMap(({ blocks }) => blocks)).flatMap(({ lines }) =>
    lines.map(({ size }) => size),
  );
  return [
    {
      kind: 'table',
      pages: new Set(kept.map((row) => pageOfRow[row] ?? table.page)),
      caption,
      rows: rows.length,
      columns: isRightToLeft ? widths.toReversed() : widths,
      headerRows: table.headerRows > 0 ? Math.min(table.headerRows, rows.length - 1) : seenHead(cells),
      isRightToLeft,
      cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
      size: median(sizes) ?? 10,
    },
  ];
}

/** The page of each row: of one without anything, that of the row above it. */
function pagesOfRows({ page, ys, cells }: TableBlock): number[] {
  const beginning = Map.groupBy(cells, ({ row }) => row);
  let last = page;
  return ys.slice(1).map((_, row) => {
    const lines = (beginning.get(row) ?? []).flatMap(({ blocks }: CellBlock) =>
      textBlocks(blocks).flatMap((text) => text.lines),
    );
    if (lines.length > 0) last = Math.min(...lines.map((line) => line.page));
    return last;
  });
}

/** A head that no tag names: a first row of texts that look otherwise than the row below them. */
function seenHead(cells: readonly FoundCell[]): number {
  const [first, second] = [0, 1].map((row) => cells.filter((cell) => cell.row === row && cell.text !== ''));
  if (first === undefined || second === undefined || first.length < 2 || second.length === 0) return 0;
  const isHead = ({ text, look }: FoundCell) =>
    /\p{L}/u.test(text) && (look.isBold === true || look.fill !== undefined);
  return first.every((cell) => isHead(cell) && cell.rowSpan === 1) && !second.every(isHead) ? 1 : 0;
}
