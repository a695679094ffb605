// The content of a page before the analysis.
import type { Box, Span } from './box.ts';
import type { Claim } from './claims.ts';
import type { FormulaPart } from './math/formula.ts';

/** The size of small capitals in word processors, as a share of the font size. */
export const typicalSmallCaps = 0.8;

/** The appearance of text. */
export interface TextStyle {
  /** The font family without subset tag, style words and foundry suffix. */
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  /** RRGGBB. */
  color: string;
  /** Whether its font declares that it has serifs. */
  isSerif?: boolean;
  /** The kind of letters that its font declares: monospaced, handwritten or neither; undefined if it declares nothing. */
  letters?: 'typewriter' | 'script' | 'plain';
  /** The height of small capitals as a share of that of capitals, if lower-case letters are drawn as such. */
  smallCaps?: number;
  /** The kind of a formula font: letters, or the large signs of display formulas. */
  math?: 'letters' | 'extension';
  /** Whether its letters only have the boxes of their ink, so that their advance widths are unknown. */
  isInk?: boolean;
  /** The family that is written to the result if readers are unlikely to have that of the page. */
  shownAs?: string;
  /** The horizontal scale of the letters, in percent. */
  scale?: number;
  /** The additional space between letters, in points. */
  spacing?: number;
}

export interface Formula {
  parts: FormulaPart;
  /** Points. */
  size: number;
  /** Its number at the edge of its column. */
  number?: { text: string; style: TextStyle };
}

/** A character painted on the page. */
export interface Glyph extends Box {
  text: string;
  baseline: number;
  style: TextStyle;
  /** The marked-content identifier; -1 without one. */
  mcid: number;
  /** Whether it belongs to an artifact: page furniture, background or layout. */
  isArtifact: boolean;
  /** Degrees anticlockwise. */
  angle: number;
  /** Whether it is mirror-inverted. */
  isMirrored?: boolean;
  /** Whether it is a blank that PDFium has inserted in a gap. */
  isGenerated: boolean;
  /** Whether it is invisible, like the text behind a scanned page. */
  isHidden: boolean;
  /** The index of its text object among the painted objects of the page; undefined if the text paints nothing. */
  order?: number;
  /** Its number among the letters of the document, shared by its copies; undefined for letters that stages create. */
  id?: number;
  /** Its claim if it is in no block. */
  claim?: Claim;
  /** Whether its line is read from right to left. */
  isReversed?: boolean;
  underline?: Underline;
  strike?: boolean;
  /** The colour behind the text (RRGGBB). */
  highlight?: string;
  link?: Link;
  /** The form field whose value contains it. */
  formField?: FormField;
  /** Its pronunciation; the same object for all letters that are read together. */
  ruby?: Ruby;
  /** An inline picture in place of a character. */
  picture?: Picture;
}

/** Small letters above others that show their pronunciation: their style, and their distance from the baseline in points. */
export interface Ruby {
  text: string;
  size: number;
  raise: number;
}

/** A plain underline, or a line that somebody has drawn under the text. */
export type Underline = true | { color: string; isWave: boolean };

/** The default properties of a glyph that is not on the page. */
export const unmarked = { mcid: -1, isArtifact: false, angle: 0, isGenerated: false, isHidden: false } as const;

/** Creates a letter on a baseline that the page does not contain. */
export function letterOn(baseline: number, text: string, { left, right }: Span, style: TextStyle): Glyph {
  const [top, bottom] = [baseline - style.size * 0.9, baseline + style.size * 0.2];
  return { text, left, right, top, bottom, baseline, style, ...unmarked };
}

/** The characters for check boxes and radio buttons, first on, then off. */
export const boxSigns = { checkbox: ['☒', '☐'], radio: ['◉', '◯'] } as const;

/** A placeholder for the text of an empty field, which gives the field a position in its line. */
export const emptyLetter = '\u2800';

/** A form field (ISO 32000-2, 12.7). */
export interface FormField {
  kind: 'text' | 'checkbox' | 'radio' | 'choice';
  name: string;
  value: string;
  isChecked: boolean;
  options: string[];
  /** Its box on the page. */
  box: Box;
}

/** A straight line along an axis, or a thin filled box. */
export interface Rule extends Box {
  direction: 'horizontal' | 'vertical';
  thickness: number;
  color: string;
}

/** A filled rectangle. */
export interface Fill extends Box {
  color: string;
  /** Whether it covers something darker that was painted earlier. */
  isOver?: boolean;
}

/** A rectangle behind the text: filled, outlined or both. */
export interface Shape extends Box {
  /** RRGGBB. */
  fill?: string;
  stroke?: { thickness: number; color: string };
}

export interface Picture extends Box {
  mcid: number;
  isArtifact: boolean;
  /** Its alternative text. */
  altText?: string;
  /** The formula that it shows, if all its parts were recognised. */
  formula?: Formula;
  /** Whether it is painted with all content in its area, including text. */
  isRendered?: boolean;
  /** The stored width and height in pixels. */
  width: number;
  height: number;
  /** Creates the image file on demand; null if PDFium cannot decode the image. */
  data: () => Promise<PictureFile | null>;
}

export interface PictureFile {
  data: Buffer;
  extension: 'jpeg' | 'png';
}

/** A path with curves or slanted lines: part of a drawing. */
export interface DrawingPath extends Box {
  isArtifact: boolean;
  isFilled: boolean;
  /** The colour (RRGGBB) of its fill, or of its outline if it is not filled. */
  color: string;
}

export interface Link extends Box {
  uri?: string;
  /** Its target within the document: a page, counted from 0, a position on it, and the line if it is known. */
  target?: { page: number; top: number; line?: TextLine };
}

/** A comment on a position of the page. */
export interface Remark {
  author: string;
  text: string;
  /** An ISO 8601 date, or empty. */
  date: string;
}

export type MarkLook = 'strike' | { underline: Underline } | { highlight: string };

/** Text that somebody has marked, or a position that somebody has commented on. */
export interface Mark {
  areas: Box[];
  /** The appearance of the letters in its areas. */
  look: MarkLook | undefined;
  remark: Remark | undefined;
}

/** The lines of text that somebody has added to a page. */
export interface FreeText {
  box: Box;
  lines: Glyph[][];
  align: 'left' | 'center' | 'right';
  /** The shapes around it. */
  shape?: Shape | undefined;
}

export interface PageContent {
  index: number;
  width: number;
  height: number;
  /** All letters of the page, whatever stages have claimed. */
  letters: readonly Glyph[];
  /** The letters that no stage has claimed, and the bullets that stages have created from drawings. */
  glyphs: Glyph[];
  /** All backgrounds and pictures of the page, whatever stages have claimed. */
  art: readonly Box[];
  rules: Rule[];
  fills: Fill[];
  pictures: Picture[];
  drawingPaths: DrawingPath[];
  links: Link[];
  marks: Mark[];
  freeTexts: FreeText[];
  /** Converts a box from user space (left, bottom, right, top) to the visible page. */
  fromUserSpace: (left: number, bottom: number, right: number, top: number) => Box;
  /** Whether it has content other than text. */
  isPainted: boolean;
  /** Whether somebody has drawn or stamped on it. */
  isAnnotated: boolean;
  /** The form fields and free texts whose values are letters of the page: their indexes among its annotations and the shapes around them. */
  fields: { index: number; shapes: readonly Shape[] }[];
  /** Paints a part of the page as PNG, without tagged text if `isBare`; null if it would have too many pixels. */
  render: (box: Box, dpi: number, isBare?: boolean) => Promise<PictureFile | null>;
  /** Paints a part of the page without its upright text and the fields, but with the letters of some families, and with text that is
   * under the picture where it hides that. */
  renderBackdrop: (box: Box, families: ReadonlySet<string>, under: readonly Box[]) => Promise<PictureFile | null>;
  /** The parts that could not be painted like this, with the families whose letters their pictures should have shown. */
  unpainted?: { box: Box; families: ReadonlySet<string> }[];
}

/** Text on one baseline, in reading order. */
export interface TextLine extends Box {
  page: number;
  glyphs: Glyph[];
  baseline: number;
  /** The most frequent size of its letters. */
  size: number;
}
