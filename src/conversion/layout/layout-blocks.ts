// The blocks of a page's layout in reading order: paragraphs, tables and pictures, still with their lines and boxes.
import { bareBox, type Box, type Span, union } from './box.ts';
import type { TextLine, Picture, Shape, TextStyle } from './page-content.ts';

/** The lines of one paragraph. */
export interface TextBlock {
  kind: 'text';
  lines: TextLine[];
  /** The column or cell that contains it: only left and right count. */
  container: Box;
  role?: TextRole;
  /** Known to be one paragraph: a line that ends early was broken on purpose. */
  isWhole?: boolean;
  /** In a text box: it floats if there is text beside the box. */
  isBoxed?: boolean;
  /** The drawing behind its text on its first page. */
  shapes?: Shape[];
  /** The box that is drawn around it and its neighbours. */
  boxed?: InBox;
  /** Beside other text, which wraps around it. */
  isFloating?: boolean;
  /** Rotated or slanting text of its page: upright, its rotation in degrees counter-clockwise, and its box before that. */
  turned?: { line: TextLine; angle: number; box: Box }[];
  /** Over other text, which does not wrap around it. */
  isOver?: boolean;
  /** Was rotated, so that its position is no longer that on the page. */
  isMoved?: boolean;
  /** Broken where its lines end. */
  keepsLines?: boolean;
  /** In a frame, at its position on the page. */
  isFramed?: boolean;
}

/** The position of a paragraph in a box that is drawn around it. */
export interface InBox {
  /** Shared by all paragraphs in it, as are the points between its borders and the text, which the composition finds. */
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
  /** An item of a list: its label as in the text, and its level from 0. */
  item?: { label: string; level: number; list: number; labelLeft?: number; labelStyle?: TextStyle | undefined };
  /** The number of a heading as in the text, if headings are numbered, and its level from 0. */
  number?: { label: string; level: number };
  /** A plain paragraph of any style, which the stages do not change. */
  isPlain?: boolean;
  /** An entry of a table of contents, or of a list of captions with a certain word: the number of its table, and its level from 1;
   * with dots to the number of the page that are no text. */
  contents?: { field: number; level: number; caption?: string; isDotted?: boolean };
  /** Of a picture or a table. */
  isCaption?: boolean;
  align?: Alignment;
}

export type Alignment = 'left' | 'center' | 'right' | 'both';

/** The kind of labels in a list: bullets, or a format of numbers. */
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
  /** Its first column is the one on the right: it is read from right to left. Columns count from the left all the same. */
  isRightToLeft?: boolean | undefined;
  /** Has no lines around it: where its last column ends is not known. */
  isOpen?: boolean;
  /** Where it ends, if that is not the bottom of its box: on a later page. */
  end?: { page: number; bottom: number } | undefined;
  container?: Box;
  /** Only arranges its content side by side. */
  isLayout?: boolean;
  /** Floats at its place on the page. */
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

/** A part of a page with columns, and the blocks in them. */
export interface Region {
  page: number;
  columns: Span[];
  top: number;
  bottom: number;
  blocks: LayoutBlock[];
  /** On a page whose art is behind its text: its lines end where they ended. */
  isStill?: boolean;
  /** The parts of its page that are pictures behind it. */
  over?: readonly Box[];
  /** The first region of such a page has its art. */
  backdrop?: Backdrop;
}

/** Parts of a page that are pictures behind its text. */
export interface Backdrop {
  boxes: readonly Box[];
  /** Pictures at their places beside or under text. */
  pictures: readonly Picture[];
  /** Families whose letters the pictures show. */
  families: ReadonlySet<string>;
  /** Headers and footers, which the pictures may hide. */
  under: readonly Box[];
}

/** Whether a block keeps its place on the page. */
export const isFramed = (block: LayoutBlock): boolean => block.kind !== 'picture' && block.isFramed === true;

/** The page that a block begins on. */
export const pageOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.page ?? 0) : block.page;

/** Where a block begins on its first page. */
export const topOf = (block: LayoutBlock): number =>
  block.kind === 'text' ? (block.lines[0]?.top ?? 0) : block.box.top;

/** The area of a block on each of its pages. */
export const boxOf = (block: LayoutBlock): Box => (block.kind === 'text' ? union(block.lines) : block.box);

/** The paragraphs among the blocks and in the cells of their tables. */
export const textBlocks = (blocks: readonly LayoutBlock[]): TextBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'text'
      ? [block]
      : block.kind === 'table'
        ? block.cells.flatMap((cell) => textBlocks(cell.blocks))
        : [],
  );
