// The document as WordprocessingML has it: sections of paragraphs and tables. Lengths are in points.
import type { Box } from '#conversion/layout/box.ts';
import type { Alignment, Border, Borders, LabelKind } from '#conversion/layout/layout-blocks.ts';
import type { DocumentProperties } from '#conversion/layout/read/properties.ts';
import type {
  Formula,
  FormField,
  Picture,
  Remark,
  Shape,
  TextStyle,
  Underline,
  Ruby,
} from '#conversion/layout/page-content.ts';

/** Language tags by script, as w:lang has them. */
export interface ScriptLanguages {
  eastAsia?: string | undefined;
  bidi?: string | undefined;
}

export interface Run {
  text: string;
  style: TextStyle;
  /** The style of its East Asian letters where they are of another family than the others, and whether signs that are of both are of it. */
  eastAsia?: { style: TextStyle; takesSigns: boolean };
  /** Where it is not the document's. */
  languages?: ScriptLanguages;
  underline?: Underline | undefined;
  strike?: boolean | undefined;
  /** The colour behind the text (RRGGBB). */
  highlight?: string | undefined;
  position?: 'superscript' | 'subscript' | undefined;
  /** An address, or the name of a bookmark with "#" before it. */
  link?: string | undefined;
  note?: Note;
  /** Small letters above it that say how it is read. */
  ruby?: Ruby | undefined;
  /** Comments on this run, which may extend over its neighbours. */
  remarks?: readonly Remark[] | undefined;
  picture?: PlacedPicture;
  /** A shape, `across` points to the right of the edge of its column or cell, and `below` points below the top of the paragraph's
   * first line, or of the page's corner if `isOfPage`; the run has nothing else. */
  shape?: { shape: Shape; across: number; below: number; isOfPage?: boolean };
  /** A box of text, turned against the clock around its middle, with its place as that of a shape before that; the run has nothing else. */
  turned?: { box: Box; angle: number; paragraph: Paragraph; across: number; below: number };
  field?: 'PAGE' | 'NUMPAGES' | `SEQ ${string}` | `REF ${string}`;
  /** The bookmarks that begin before it and end behind it. */
  beginsBookmark?: string;
  endsBookmark?: string;
  /** The field of a form whose value this is. */
  control?: FormField | undefined;
}

export interface PlacedPicture {
  picture: Picture;
  width: number;
  height: number;
  /** Where on the page it floats, with text around or over it; without it the picture is inline. */
  anchor?: { left: number; top: number; isBehind: boolean } | undefined;
  /** Written in place of the picture: in a line with other text, or alone and where. */
  formula?: { formula: Formula; align?: 'left' | 'center' };
}

/** A footnote. */
export interface Note {
  paragraphs: Paragraph[];
  /** Is not counted, and has this sign in place of a number. */
  mark?: string;
}

export interface ListItem {
  /** The number of the list. */
  list: number;
  level: number;
  format: ListFormat;
  /** As it is printed. */
  label: string;
  /** How the label looks. */
  style?: TextStyle | undefined;
}

export interface ListFormat {
  kind: LabelKind;
  /** The character of bullets; of numbers the text with %1 … for each level's number (w:lvlText). */
  text: string;
  start: number;
  /** Where the label begins and the text does. */
  labelIndent: number;
  textIndent: number;
  /** A blank parts the label from the text, not a tab. */
  isNear?: boolean;
}

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
  /** Line spacing: the minimum height of a line, or the exact one if lines are closer than the font's line height; or a multiple of
   * the font's line height that amounts to this height. */
  lineSpacing?: { height: number; isExact: boolean; times?: number };
  /** 0 is the title. */
  heading?: number | undefined;
  /** An entry of a table of contents: the number of the table, its level from 1, and the word of the captions that are listed. */
  contents?: { field: number; level: number; caption?: string } | undefined;
  /** Whether it is the caption of a picture or table. */
  isCaption?: boolean | undefined;
  list?: ListItem | undefined;
  isRightToLeft: boolean;
  /** No room is left between East Asian letters and Latin ones (w:autoSpaceDE, w:autoSpaceDN). */
  areScriptsClose?: boolean;
  bookmark?: string | undefined;
  startsPage?: boolean;
  /** Begins the next column, though the one before has room. */
  startsColumn?: boolean;
  shading?: string | undefined;
  /** A line under it, at this distance in points below its text. */
  borderBelow?: (Border & { space: number }) | undefined;
  /** Borders on all sides, and around neighbours with the same ones: points from them to the text. */
  box?:
    | {
        border: Border;
        left: number;
        right: number;
        /** Shared with the neighbours. */
        spaces: { top: number; bottom: number };
        isFirst: boolean;
        isLast: boolean;
      }
    | undefined;
  /** A text frame on the page (w:framePr); paragraphs with the same one share it. */
  textFrame?: {
    left: number;
    top: number;
    width: number;
    /** Other text does not go around it. */
    isOver?: boolean;
  };
  tabs?: { at: number; align: 'left' | 'right'; leader?: 'dot' }[];
  /** The pages of the PDF that it begins and ends on. */
  page?: number;
  lastPage?: number;
}

export interface Cell {
  blocks: Block[];
  columnSpan: number;
  rowSpan: number;
  /** Merged with the cell above (w:vMerge). */
  isCovered: boolean;
  shading?: string;
  borders: Borders;
}

export interface Table {
  kind: 'table';
  /** Where on the page it floats. */
  place?: { left: number; top: number };
  /** Its first column is on the right, and `left` is its distance from there (w:bidiVisual). */
  isRightToLeft?: boolean;
  left: number;
  columns: number[];
  /** Between a cell's edges and its content. */
  padding: number;
  rows: Row[];
  /** The pages of the PDF that it begins and ends on. */
  page?: number;
  lastPage?: number;
}

export interface Row {
  cells: Cell[];
  /** At least. */
  height: number;
  /** Is repeated on each page of the table (w:tblHeader). */
  isHeader: boolean;
  /** Is not parted by the end of a page (w:cantSplit). */
  isWhole: boolean;
  /** The pages of the PDF that its text begins and ends on. */
  page?: number | undefined;
  lastPage?: number | undefined;
}

export type Block = Paragraph | Table;

export interface Section {
  blocks: Block[];
  width: number;
  height: number;
  margins: { left: number; right: number; top: number; bottom: number };
  /** Widths. */
  columns: number[];
  /** Between each column and the next one. */
  columnGaps: number[];
  /** Begins where the one before ends. */
  isContinuous: boolean;
  /** Its lines run downwards, from right to left, on a page that is turned clockwise. */
  isVertical?: boolean;
  /** Those from here on; without them the section has those of the one before. */
  headersFooters?: HeaderFooterSet[] | undefined;
  /** The first page number of the section, and its format; without it the numbers continue. */
  pageNumbers?: { start?: number | undefined; format: 'decimal' | 'lowerRoman' } | undefined;
}

export interface WordDocument {
  sections: Section[];
  /** The distance of header and footer from the page's edges. */
  headerTop: number;
  footerBottom: number;
  /** Whether blanks of justified lines may be narrower than usual, as in Word since 2013. */
  narrowsBlanks: boolean;
  isKerned: boolean;
  /** The pages of the PDF that end well above their margin: the next one begins on purpose. */
  shortPages?: ReadonlySet<number>;
  /** Whether columns end at one height before a section break. */
  balancesColumns: boolean;
  /** How footnotes count: from which number, and whether on each page anew. */
  noteNumbers?: { start: number; isPerPage: boolean };
  title: string;
  author: string;
  properties?: DocumentProperties | undefined;
  language: string;
  /** Of East Asian letters, and of those written from right to left; by default the document's. */
  scriptLanguages?: ScriptLanguages;
  /** The style of most of the text. */
  bodyStyle: TextStyle;
  /** Words and numbers of pages, from 0, that it does not show. */
  lost?: { page: number; words: string[] }[];
}

/** The header and footer of a section's first page, of its even pages, or of all others (w:headerReference). */
export interface HeaderFooterSet {
  pages: 'default' | 'first' | 'even';
  header: Paragraph[];
  footer: Paragraph[];
}

/** Points between a border and its text at most (ECMA-376, 17.3.1.7). */
export const maxBorderSpace = 31;

/** A paragraph with content and no properties. */
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

/** Tables have no space above and begin no page or column: an empty paragraph does it for them. */
export const spacer = (height: number, starts: Pick<Paragraph, 'startsPage' | 'startsColumn'> = {}): Paragraph => ({
  ...plainParagraph([]),
  lineSpacing: { height, isExact: true },
  ...starts,
});

export const textOf = (paragraph: Paragraph): string => paragraph.runs.map(({ text }) => text).join('');
