// The blocks of a page in reading order: paragraphs, tables and pictures with their lines and boxes.
import { bareBox, type Box, type Span, union } from './box.ts';
import type { TextLine, Picture, Shape, TextStyle } from './page-content.ts';

/** The lines of one paragraph. */
export interface TextBlock {
  kind: 'text';
  lines: TextLine[];
  /** The column or cell that contains it; only its left and right edges matter. */
  container: Box;
  role?: TextRole;
  /** Whether it is known to be one paragraph: short lines are then deliberate line breaks. */
  isWhole?: boolean;
  /** Whether it is in a text box; it floats if there is text beside the box. */
  isBoxed?: boolean;
  /** The shapes behind its text on its first page. */
  shapes?: Shape[];
  /** The box drawn around it and its neighbours. */
  boxed?: InBox;
  /** Whether other text wraps around it. */
  isFloating?: boolean;
  /** Rotated text of its page: the line made upright, its rotation in degrees counterclockwise, and its box on the page. */
  turned?: { line: TextLine; angle: number; box: Box }[];
  /** Whether it lies over other text, which does not wrap around it. */
  isOver?: boolean;
  /** Whether it was rotated, so that its position differs from that on the page. */
  isMoved?: boolean;
  /** Whether it keeps the line breaks of the page. */
  keepsLines?: boolean;
  /** Whether it is in a frame at its position on the page. */
  isFramed?: boolean;
}

/** The position of a paragraph in the box drawn around it. */
export interface InBox {
  /** The box, shared by all paragraphs in it; so are the distances from its borders to the text, which the composition finds. */
  box: Shape;
  spaces: { top: number; bottom: number };
  /** The left and right edges of its text. */
  left: number;
  right: number;
  isFirst: boolean;
  isLast: boolean;
}

/** The role of a paragraph, from tags or from the stages of the analysis. */
export interface TextRole {
  heading?: number;
  /** A list item: its label as in the text, and its level, counted from 0. */
  item?: { label: string; level: number; list: number; labelLeft?: number; labelStyle?: TextStyle | undefined };
  /** The number of a heading as in the text, if headings are numbered, and its level, counted from 0. */
  number?: { label: string; level: number };
  /** Whether later stages leave its role unchanged, whatever its style. */
  isPlain?: boolean;
  /** An entry of a table of contents, or of a list of captions with a certain word: the number of its table, and its level from 1;
   * with dots to the number of the page that are no text. */
  contents?: { field: number; level: number; caption?: string; isDotted?: boolean };
  /** Whether it is the caption of a picture or table. */
  isCaption?: boolean;
  align?: Alignment;
}

export type Alignment = 'left' | 'center' | 'right' | 'both';

/** The kind of labels in a list: bullets or a number format. */
export type LabelKind =
  | 'bullet'
  | 'decimal'
  | 'decimalZero'
  | 'lowerLetter'
  | 'upperLetter'
  | 'lowerRoman'
  | 'upperRoman';

export interface CellBlock {
  box: Box;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  blocks: LayoutBlock[];
  shading?: string;
  borders: Borders;
}

export interface Border {
  thickness: number;
  color: string;
}

export type Borders = Partial<Record<'top' | 'bottom' | 'left' | 'right', Border>>;

export interface TableBlock {
  kind: 'table';
  page: number;
  box: Box;
  /** Edges of columns and rows. */
  xs: number[];
  ys: number[];
  cells: CellBlock[];
  headerRows: number;
  /** Whether it is read from right to left; columns are still numbered from the left. */
  isRightToLeft?: boolean | undefined;
  /** Whether it has no lines around it, so that the end of its last column is unknown. */
  isOpen?: boolean;
  /** Its end, if it continues on a later page. */
  end?: { page: number; bottom: number } | undefined;
  container?: Box;
  /** Whether it only places its content side by side. */
  isLayout?: boolean;
  /** Whether it floats at its position on the page. */
  isFramed?: boolean;
}

export interface PictureBlock {
  kind: 'picture';
  page: number;
  box: Box;
  picture: Picture;
  container: Box;
}

export const pictureBlock = (picture: Picture, page: number, container: Box): PictureBlock => ({
  kind: 'picture',
  page,
  box: bareBox(picture),
  picture,
  container,
});

export type LayoutBlock = TextBlock | TableBlock | PictureBlock;

/** A part of a page with its columns and their blocks. */
export interface Region {
  page: number;
  columns: Span[];
  top: number;
  bottom: number;
  blocks: LayoutBlock[];
  /** Whether its page has art behind its text; it then keeps the line breaks of the page. */
  isStill?: boolean;
  /** The parts of its page that become pictures behind it. */
  over?: readonly Box[];
  /** The art of the page, which its first region holds. */
  backdrop?: Backdrop;
}

/** The parts of a page that become pictures behind its text. */
export interface Backdrop {
  boxes: readonly Box[];
  /** Pictures beside or under text, at their positions. */
  pictures: readonly Picture[];
  /** The font families whose letters the pictures show. */
  families: ReadonlySet<string>;
  /** The headers and footers that the pictures may hide. */
  under: readonly Box[];
}

/** Whether a block keeps its position on the page. */
export const isFramed = (block: LayoutBlock): boolean => block.kind !== 'picture' && block.isFramed === true;

/** Returns the page on which a block begins. */
export const pageOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.page ?? 0) : block.page;

/** Returns the top of a block on its first page. */
export const topOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.top ?? 0) : block.box.top;

/** Returns the box of a block. */
export const boxOf = (block: LayoutBlock): Box => (block.kind === 'text' ? union(block.lines) : block.box);

/** Returns the paragraphs among the blocks and in the cells of their tables. */
export const textBlocks = (blocks: readonly LayoutBlock[]): TextBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'text'
      ? [block]
      : block.kind === 'table'
        ? block.cells.flatMap((cell) => textBlocks(cell.blocks))
        : [],
  );
