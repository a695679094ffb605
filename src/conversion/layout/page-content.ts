// The content of a page as it was read, before the analysis.
import type { Box, Span } from './box.ts';
import type { Claim } from './claims.ts';
import type { FormulaPart } from './math/formula.ts';

/** Times the size, as word processors show small capitals. */
export const typicalSmallCaps = 0.8;

/** How text looks. */
export interface TextStyle {
  /** Family, without a subset's tag, style words or foundry's suffix. */
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  /** RRGGBB. */
  color: string;
  /** Whether its font declares serifs. */
  isSerif?: boolean;
  /** And of their kind: of a typewriter, as if by hand, or plain ones; undefined where it says nothing. */
  letters?: 'typewriter' | 'script' | 'plain';
  /** Small letters are drawn as capitals, at this share of the height of capitals. */
  smallCaps?: number;
  /** A font for formulas; one for the large signs of display formulas. */
  math?: 'letters' | 'extension';
  /** The boxes of its letters are those of their ink: how far they are from each other is not known. */
  isInk?: boolean;
  /** The family that is written, where that of the page is not to be expected elsewhere. */
  shownAs?: string;
  /** Percent of their width that letters are shown with. */
  scale?: number;
  /** Points between letters in addition to the spacing of their font. */
  spacing?: number;
}

export interface Formula {
  parts: FormulaPart;
  /** Points. */
  size: number;
  /** Its number, at the edge of its column. */
  number?: { text: string; style: TextStyle };
}

/** A character as it is painted on the page. */
export interface Glyph extends Box {
  text: string;
  baseline: number;
  style: TextStyle;
  /** Marked-content identifier, -1 without one. */
  mcid: number;
  /** Within an artifact: page furniture, background, layout. */
  isArtifact: boolean;
  /** Degrees anticlockwise. */
  angle: number;
  /** Can be read in a mirror only. */
  isMirrored?: boolean;
  /** A blank that PDFium has put in where there is a gap. */
  isGenerated: boolean;
  /** Drawn invisibly, as behind a scanned page. */
  isHidden: boolean;
  /** The index of its text among the painted objects of the page; undefined for text that paints nothing. */
  order?: number;
  /** Its number among the letters of the document; its copies have the same. Letters that stages make have no number. */
  id?: number;
  /** Its claim, if it is in no block. */
  claim?: Claim;
  /** Of a line that is read from right to left. */
  isReversed?: boolean;
  underline?: Underline;
  strike?: boolean;
  /** RRGGBB behind the text. */
  highlight?: string;
  link?: Link;
  /** The form field whose value this is part of. */
  formField?: FormField;
  /** How it is read; the same for all letters that are read together. */
  ruby?: Ruby;
  /** The picture in the line, in place of a character. */
  picture?: Picture;
}

/** Small letters above others that show their pronunciation, in their style, and their distance from the baseline in points. */
export interface Ruby {
  text: string;
  size: number;
  raise: number;
}

/** A plain line, or one that somebody has drawn under the text. */
export type Underline = true | { color: string; isWave: boolean };

/** The properties of a glyph that is not on the page. */
export const unmarked = { mcid: -1, isArtifact: false, angle: 0, isGenerated: false, isHidden: false } as const;

/** A letter that the page does not have, on a baseline. */
export function letterOn(baseline: number, text: string, { left, right }: Span, style: TextStyle): Glyph {
  const [top, bottom] = [baseline - style.size * 0.9, baseline + style.size * 0.2];
  return { text, left, right, top, bottom, baseline, style, ...unmarked };
}

/** The characters for check boxes and radio buttons: on, and off. */
export const boxSigns = { checkbox: ['☒', '☐'], radio: ['◉', '◯'] } as const;

/** A placeholder for the letters of an empty field, so that the field has a place in its line. */
export const emptyLetter = '\u2800';

/** A field of a form (ISO 32000-2, 12.7). */
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
  /** Covers something darker that was painted before. */
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
  /** The formula that it shows, if its parts are certain. */
  formula?: Formula;
  /** Is painted with all content at its place, including text. */
  isRendered?: boolean;
  /** Pixels as they are stored. */
  width: number;
  height: number;
  /** Made when it is wanted; null of an image that PDFium cannot decode. */
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
  /** RRGGBB, of its inside where that is filled. */
  color: string;
}

export interface Link extends Box {
  uri?: string;
  /** Where it leads to within the document: a page from 0, and how far down; the line, if that is known. */
  target?: { page: number; top: number; line?: TextLine };
}

/** A comment on a place of the page. */
export interface Remark {
  author: string;
  text: string;
  /** As ISO 8601 has it, or empty. */
  date: string;
}

export type MarkLook = 'strike' | { underline: Underline } | { highlight: string };

/** Text that somebody has marked, or a place that somebody has said something of. */
export interface Mark {
  areas: Box[];
  /** How the letters on its areas look. */
  look: MarkLook | undefined;
  remark: Remark | undefined;
}

/** Text that somebody has put on a page, line by line. */
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
  /** As they are read: all of them, independently of stages. */
  letters: readonly Glyph[];
  /** Letters that no stage has claimed, with bullets that stages have made of drawings. */
  glyphs: Glyph[];
  /** Grounds and pictures as they are read. */
  art: readonly Box[];
  rules: Rule[];
  fills: Fill[];
  pictures: Picture[];
  drawingPaths: DrawingPath[];
  links: Link[];
  marks: Mark[];
  freeTexts: FreeText[];
  /** A box of the page's own space (user space: left, bottom, right, top) as it is seen. */
  fromUserSpace: (left: number, bottom: number, right: number, top: number) => Box;
  /** Whether there is more on it than text. */
  isPainted: boolean;
  /** Whether somebody has drawn or stamped on it. */
  isAnnotated: boolean;
  /** The form fields and free texts whose values are letters of the page: their places among its annotations, and the shapes around them. */
  fields: { index: number; shapes: readonly Shape[] }[];
  /** Paints a part of the page as PNG, without the text that tags name if it is to be bare; null where that has too many pixels. */
  render: (box: Box, dpi: number, isBare?: boolean) => Promise<PictureFile | null>;
  /** Paints a part of the page without its upright text and the fields, but with the letters of some families, and with text that is
   * under the picture where it hides that. */
  renderBackdrop: (box: Box, families: ReadonlySet<string>, under: readonly Box[]) => Promise<PictureFile | null>;
  /** The parts that could not be painted so, with the families whose letters were to be in their pictures. */
  unpainted?: { box: Box; families: ReadonlySet<string> }[];
}

/** Text on one baseline, in reading order. */
export interface TextLine extends Box {
  page: number;
  glyphs: Glyph[];
  baseline: number;
  /** The size of most of its letters. */
  size: number;
}
