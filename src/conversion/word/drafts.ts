// What a page is found to be made of, still with its lines: paragraphs, tables and pictures in reading order.
import type { Box, Line, Picture } from './content.ts';
import type { Line as Border } from './model.ts';

export interface TextDraft {
  kind: 'text';
  lines: Line[];
  /** The column or cell that it stands in: only left and right count. */
  frame: Box;
  role?: Role;
  /** Known to be one paragraph: a line that ends early was broken on purpose. */
  isWhole?: boolean;
  /** Stands beside other text, which goes around it. */
  isFloating?: boolean;
}

/** What tags say, or what was found out. */
export interface Role {
  heading?: number;
  /** The label as it is printed, and how deep. */
  item?: { label: string; level: number; list: number; labelLeft?: number; labelFont?: string };
  /** Stands in the text as it is, whatever it looks like. */
  isPlain?: boolean;
  align?: 'left' | 'center' | 'right' | 'both';
}

export interface CellDraft {
  box: Box;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  drafts: Draft[];
  shade?: string;
  borders: { top?: Border; bottom?: Border; left?: Border; right?: Border };
}

export interface TableDraft {
  kind: 'table';
  page: number;
  box: Box;
  /** Edges of columns and rows. */
  xs: number[];
  ys: number[];
  cells: CellDraft[];
  headerRows: number;
  frame?: Box;
}

export interface PictureDraft {
  kind: 'picture';
  page: number;
  box: Box;
  picture: Picture;
  frame: Box;
}

export type Draft = TextDraft | TableDraft | PictureDraft;

/** A part of a page with one number of columns. */
export interface Band {
  page: number;
  columns: { left: number; right: number }[];
  top: number;
  bottom: number;
  drafts: Draft[];
}

/** The page that a draft begins on. */
export const pageOf = (draft: Draft): number => (draft.kind === 'text' ? (draft.lines[0]?.page ?? 0) : draft.page);

export const topOf = (draft: Draft): number => (draft.kind === 'text' ? (draft.lines[0]?.top ?? 0) : draft.box.top);

/** Paragraphs of the drafts, those of tables' cells too. */
export const textDrafts = (drafts: readonly Draft[]): TextDraft[] =>
  drafts.flatMap((draft) =>
    draft.kind === 'text'
      ? [draft]
      : draft.kind === 'table'
        ? draft.cells.flatMap((cell) => textDrafts(cell.drafts))
        : [],
  );
