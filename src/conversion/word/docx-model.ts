// A document as a word processor has it: sections of paragraphs and tables. Lengths in points.
import type { FormField, TextStyle, Picture } from './page-content.ts';

export interface Run {
  text: string;
  style: TextStyle;
  underline?: boolean;
  strike?: boolean;
  /** RRGGBB behind the text. */
  highlight?: string;
  position?: 'superscript' | 'subscript';
  /** An address, or the name of a bookmark with "#" before it. */
  link?: string;
  note?: Note;
  picture?: PlacedPicture;
  field?: 'PAGE' | 'NUMPAGES';
  /** The field of a form whose value this is. */
  control?: FormField;
}

export interface PlacedPicture {
  picture: Picture;
  width: number;
  height: number;
  /** Floats at this place of the page, text around or over it; otherwise it stands in the line. */
  anchor?: { left: number; top: number; isBehind: boolean };
}

export interface Note {
  paragraphs: Paragraph[];
}

export interface ListItem {
  /** Items of one list have the same. */
  list: number;
  level: number;
  format: ListFormat;
}

export interface ListFormat {
  kind: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';
  /** With %1 … in the place of numbers; the character itself for bullets. */
  text: string;
  start: number;
  /** Where the label begins and the text does. */
  labelIndent: number;
  textIndent: number;
}

export type Alignment = 'left' | 'center' | 'right' | 'both';

export interface Paragraph {
  kind: 'paragraph';
  runs: Run[];
  align: Alignment;
  indentLeft: number;
  indentRight: number;
  /** Negative for a hanging indent. */
  indentFirst: number;
  spaceBefore: number;
  /** Before a table, which has no space of its own. */
  spaceAfter?: number;
  /** Distance of baselines: lines are as high at least, or just as high where they are closer than the font's own. */
  lineSpacing?: { height: number; isExact: boolean };
  /** 0 is the title. */
  heading?: number;
  list?: ListItem;
  isRightToLeft: boolean;
  bookmark?: string;
  startsPage?: boolean;
  shading?: string;
  /** Floats at this place of the page; paragraphs of one place stand in one frame. */
  textFrame?: { left: number; top: number; width: number };
  tabs?: { at: number; align: 'left' | 'right'; leader?: 'dot' }[];
}

export interface Cell {
  blocks: Block[];
  columnSpan: number;
  rowSpan: number;
  /** Covered by a cell above. */
  isCovered: boolean;
  shading?: string;
  borders: { top?: Border; bottom?: Border; left?: Border; right?: Border };
}

export interface Border {
  thickness: number;
  color: string;
}

export interface Table {
  kind: 'table';
  left: number;
  columns: number[];
  /** Between a cell's edges and what is in it. */
  padding: number;
  rows: { cells: Cell[]; height: number; isHeader: boolean; isWhole: boolean }[];
}

export type Block = Paragraph | Table;

export interface Section {
  blocks: Block[];
  width: number;
  height: number;
  margins: { left: number; right: number; top: number; bottom: number };
  /** Widths. */
  columns: number[];
  columnGap: number;
  /** Begins where the one before ends. */
  isContinuous: boolean;
  /** Headers and footers from here on; without it those of the section before. */
  headersFooters?: HeaderFooterSet[];
}

export interface WordDocument {
  sections: Section[];
  /** The number of the first page. */
  firstNumber: number;
  /** Where header and footer stand, from the page's edges. */
  headerTop: number;
  footerBottom: number;
  /** Whether blanks of flush lines may be narrower than usual, as Word does it since 2013. */
  narrowsBlanks: boolean;
  isKerned: boolean;
  /** Whether columns before a break are as long as each other. */
  balancesColumns: boolean;
  title: string;
  author: string;
  language: string;
  /** The most frequent style. */
  bodyStyle: TextStyle;
}

/** Headers and footers of all pages of a section, of its first one or of those with even numbers. */
export interface HeaderFooterSet {
  pages: 'default' | 'first' | 'even';
  header: Paragraph[];
  footer: Paragraph[];
}

/** A paragraph with nothing of its own but what it holds. */
export const plainParagraph = (runs: Run[]): Paragraph => ({
  kind: 'paragraph',
  runs,
  align: 'left',
  indentLeft: 0,
  indentRight: 0,
  indentFirst: 0,
  spaceBefore: 0,
  isRightToLeft: false,
});

export const textOf = (paragraph: Paragraph): string => paragraph.runs.map(({ text }) => text).join('');
