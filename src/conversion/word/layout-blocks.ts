// The blocks of a page's layout in reading order: paragraphs, tables and pictures, still with their lines and boxes.
import type { Box } from './box.ts';
import type { TextLine, Picture } from './page-content.ts';
import type { Border } from './docx-model.ts';

/** The lines of one paragraph. */
export interface TextBlock {
  kind: 'text';
  lines: TextLine[];
  /** The column or cell that it stands in: only left and right count. */
  container: Box;
  role?: TextRole;
  /** Known to be one paragraph: a line that ends early was broken on purpose. */
  isWhole?: boolean;
  /** Stands in a text box: it floats where there is text beside the box. */
  isBoxed?: boolean;
  /** Stands beside other text, which goes around it. */
  isFloating?: boolean;
}

/** What a paragraph is: tags say it, or the stages find it out. */
export interface TextRole {
  heading?: number;
  /** An item of a list: its label as it stands in the text, and its level from 0. */
  item?: { label: string; level: number; list: number; labelLeft?: number; labelFont?: string };
  /** A plain paragraph, whatever its style: the stages leave it as it is. */
  isPlain?: boolean;
  align?: 'left' | 'center' | 'right' | 'both';
}

export interface CellBlock {
  box: Box;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  blocks: LayoutBlock[];
  shading?: string;
  borders: { top?: Border; bottom?: Border; left?: Border; right?: Border };
}

export interface TableBlock {
  kind: 'table';
  page: number;
  box: Box;
  /** Edges of columns and rows. */
  xs: number[];
  ys: number[];
  cells: CellBlock[];
  headerRows: number;
  /** Where it ends, if that is not the bottom of its box: on a later page. */
  end?: { page: number; bottom: number };
  container?: Box;
}

export interface PictureBlock {
  kind: 'picture';
  page: number;
  box: Box;
  picture: Picture;
  container: Box;
}

export type LayoutBlock = TextBlock | TableBlock | PictureBlock;

/** A part of a page with columns, and the blocks in them. */
export interface Region {
  page: number;
  columns: { left: number; right: number }[];
  top: number;
  bottom: number;
  blocks: LayoutBlock[];
}

/** The page that a block begins on. */
export const pageOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.page ?? 0) : block.page;

/** Where a block begins on its first page. */
export const topOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.top ?? 0) : block.box.top;

/** The paragraphs among the blocks and in the cells of their tables. */
export const textBlocks = (blocks: readonly LayoutBlock[]): TextBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'text'
      ? [block]
      : block.kind === 'table'
        ? block.cells.flatMap((cell) => textBlocks(cell.blocks))
        : [],
  );
