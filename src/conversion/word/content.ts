// What is on a page, before anything is decided about it. Points from the top left of what is visible, y downwards.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How text looks. */
export interface Look {
  /** Family, without a subset's tag, style words or foundry's suffix. */
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  /** RRGGBB. */
  color: string;
}

export interface Glyph extends Box {
  text: string;
  baseline: number;
  look: Look;
  /** Marked-content identifier, -1 without one. */
  mark: number;
  /** Within an artifact: page furniture, background, layout. */
  isArtifact: boolean;
  /** Degrees anticlockwise. */
  angle: number;
  /** A blank that the reader has put in where there is a gap. */
  isGenerated: boolean;
  /** Drawn invisibly, as behind a scanned page. */
  isHidden: boolean;
  underline?: boolean;
  strike?: boolean;
  /** RRGGBB behind the text. */
  highlight?: string;
  link?: Link;
  /** The form field whose value this is part of. */
  field?: Field;
  /** The picture that stands here as a letter would. */
  picture?: Picture;
}

/** A field of a form (ISO 32000-2, 12.7). */
export interface Field {
  kind: 'text' | 'checkbox' | 'choice';
  name: string;
  value: string;
  isChecked: boolean;
  options: string[];
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
}

export interface Picture extends Box {
  mark: number;
  isArtifact: boolean;
  /** What it shows, in words. */
  alternative?: string;
  /** Pixels as they are stored. */
  width: number;
  height: number;
  /** The file's bytes, made when they are wanted. */
  data: () => Promise<{ data: Buffer; extension: 'jpeg' | 'png' } | null>;
}

/** Curves, slanted lines and the like: parts of a drawing. */
export interface Stroke extends Box {
  isArtifact: boolean;
}

export interface Link extends Box {
  uri?: string;
  /** Where it leads to within the document: a page from 0, and how far down. */
  target?: { page: number; top: number };
}

export interface PageContent {
  index: number;
  width: number;
  height: number;
  glyphs: Glyph[];
  rules: Rule[];
  fills: Fill[];
  pictures: Picture[];
  strokes: Stroke[];
  links: Link[];
  /** A box of the PDF's own space (left, bottom, right, top) as it is seen. */
  place: (left: number, bottom: number, right: number, top: number) => Box;
  /** Draws a part of the page as PNG. */
  draw: (box: Box, dpi: number) => Promise<Buffer>;
}

/** Text on one baseline, in reading order. */
export interface Line extends Box {
  page: number;
  glyphs: Glyph[];
  baseline: number;
  /** Of most of its letters. */
  size: number;
}

/** The box around boxes; of none it is inside out. */
export function union(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, top, right, bottom };
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether the middle of `inner` is within `outer`. */
export function contains(outer: Box, inner: Box, slack = 0): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x >= outer.left - slack && x <= outer.right + slack && y >= outer.top - slack && y <= outer.bottom + slack;
}
