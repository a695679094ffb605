// The fields of forms (ISO 32000-2, 12.7): their values as letters that know their field, and the drawings around them.
import type { PdfDictionary, PdfDocument, PdfValue } from '#conversion/pdf/graph.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import type { Matrix } from '#conversion/pdfium/matrix.ts';
import type { Box } from '../box.ts';
import {
  boxSigns,
  emptyLetter,
  type FormField,
  type Glyph,
  letterOn,
  type Shape,
  type TextStyle,
} from '../page-content.ts';
import { textWidth } from '../text/family-advances.ts';
import { plainStyle } from '../text/style.ts';
import { colorOf } from './annotation-colors.ts';
import type { AnnotationLook } from './annotation-look.ts';

/** Bits of field flags (ISO 32000-2, tables 228, 229 and 232). */
const flagBits = { radio: 1 << 15, pushButton: 1 << 16, combo: 1 << 17, comb: 1 << 24 };
/** Cells of a comb: a hostile one has millions. */
const maxCells = 100;
/** Points between the edge of a field and its text. */
const padding = 1;
/** Points. */
const [minSize, maxSize, maxBoxSize] = [6, 11, 14];

export interface FieldContent {
  glyphs: Glyph[];
  /** Its ground and border; those of each cell. */
  shapes: Shape[];
  /** Whether its text is upright: text that is turned is shown in the picture of its page. */
  isUpright: boolean;
}

const nothing: FieldContent = { glyphs: [], shapes: [], isUpright: false };

interface Page {
  document: PdfDocument;
  /** How the field is painted, and the matrix of that. */
  look: () => AnnotationLook;
  matrix: Matrix;
  /** Degrees clockwise that the page is turned by. */
  rotation: number;
}

export function fieldOf(widget: PdfDictionary, box: Box, page: Page): FieldContent {
  const { document } = page;
  const inherited = inheritedFrom(widget, document);
  const type = inherited('/FT');
  const flags = Number(inherited('/Ff') ?? 0);
  const has = (bit: number) => (flags & bit) !== 0;
  const name = stringText(inherited('/T'));
  const isUpright = turnOf(widget, page) === 0;
  if (type === '/Btn') {
    if (has(flagBits.pushButton)) return nothing;
    const kind = has(flagBits.radio) ? 'radio' : 'checkbox';
    const isChecked = isOn(document.name(widget['/AS']) ?? '/Off', kind === 'radio' ? inherited('/V') : undefined);
    const field: FormField = { kind, name, value: '', isChecked, options: [], box };
    const size = Math.min(maxBoxSize, Math.max(minSize, (box.bottom - box.top) * 0.9));
    const { style, fill } = isChecked ? page.look() : {};
    const color = style?.color ?? fill ?? '000000';
    const sign = boxSigns[kind][isChecked ? 0 : 1];
    const glyphs = spread(sign, box, { ...plainStyle(size), font: 'MS Gothic', color }, { field, turn: 0 });
    return { glyphs, shapes: framesOf(widget, [box], document), isUpright: true };
  }
  if (type !== '/Tx' && type !== '/Ch') return nothing;
  const choices = choicesOf(inherited('/Opt'), document);
  const value = inherited('/V') ?? null;
  const shownOf = (stored: string) => choices.find((choice) => choice.stored === stored)?.shown ?? stored;
  const text = (
    value === null && type === '/Ch'
      ? document.array(inherited('/I')).flatMap((at) => choices[document.number(at) ?? -1]?.shown ?? [])
      : (Array.isArray(value) ? value : [value]).map((item) => shownOf(stringText(document.get(item))))
  ).join(', ');
  const kind = type === '/Ch' && has(flagBits.combo) ? 'choice' : 'text';
  const field: FormField = {
    kind,
    name,
    value: text,
    isChecked: false,
    options: choices.map(({ shown }) => shown),
    box,
  };
  const cells = type === '/Tx' && has(flagBits.comb) ? Math.min(maxCells, Number(inherited('/MaxLen') ?? 0)) : 0;
  const frames = cells > 1 && isUpright ? cellsOf(box, cells) : [box];
  const shapes = framesOf(widget, frames, document);
  const stated = Number(/([\d.]+)\s+Tf/.exec(stringText(inherited('/DA')))?.[1] ?? 0);
  const size = stated || Math.min(maxSize, Math.max(minSize, (box.bottom - box.top) * 0.65));
  const style = { ...plainStyle(Math.round(size * 2) / 2), ...(text === '' ? {} : page.look().style) };
  const shown = (text === '' ? emptyLetter.repeat(4) : text).replace(/[\r\n]+/g, ' ');
  const glyphs =
    frames.length > 1 && text !== ''
      ? inCells(shown, frames, style, field)
      : spread(shown, box, style, { field, turn: turnOf(widget, page) });
  return { glyphs, shapes, isUpright };
}

function inheritedFrom(widget: PdfDictionary, document: PdfDocument): (key: `/${string}`) => PdfValue | undefined {
  return (key) => {
    let node: PdfDictionary = widget;
    for (let n = 0; n < 16; n++) {
      if (node[key] !== undefined) return document.get(node[key]);
      if (node['/Parent'] === undefined) return undefined;
      node = document.dictionary(node['/Parent']);
    }
    return undefined;
  };
}

/** Of radio buttons only the one is on that the value of their field names, even if others look selected. */
const isOn = (state: string, value: PdfValue | undefined): boolean =>
  state !== '/Off' && (typeof value !== 'string' || !value.startsWith('/') || value === state);

/** Degrees anticlockwise, in quarters, that the text of a field is turned by as it is seen. */
function turnOf(widget: PdfDictionary, { document, look, matrix: [a, b], rotation }: Page): number {
  const stated = document.number(document.dictionary(widget['/MK'])['/R']) ?? 0;
  const own = stated === 0 ? (Math.atan2(b, a) * 180) / Math.PI + look().angle : stated;
  return (((Math.round(own / 90) * 90 - rotation) % 360) + 360) % 360;
}

/** The options of a field: the text that the page shows of each value that is stored (ISO 32000-2, table 234). */
function choicesOf(options: PdfValue | undefined, document: PdfDocument): { stored: string; shown: string }[] {
  return (Array.isArray(options) ? options : []).map((option) => {
    const item = document.get(option);
    if (!Array.isArray(item)) return { stored: stringText(item), shown: stringText(item) };
    return { stored: stringText(document.get(item[0])), shown: stringText(document.get(item[1])) };
  });
}

/** The ground and the border of a field (ISO 32000-2, table 192). */
function framesOf(widget: PdfDictionary, boxes: readonly Box[], document: PdfDocument): Shape[] {
  const look = document.dictionary(widget['/MK']);
  const [fill, color] = [colorOf(document, look['/BG']), colorOf(document, look['/BC'])];
  const thickness = document.number(document.dictionary(widget['/BS'])['/W']) ?? 1;
  const stroke = color === undefined || thickness <= 0 ? {} : { stroke: { thickness, color } };
  if (fill === undefined && color === undefined) return [];
  return boxes.map((box) => ({ ...box, ...(fill === undefined ? {} : { fill }), ...stroke }));
}

const cellsOf = ({ left, right, ...rest }: Box, cells: number): Box[] => {
  const width = (right - left) / cells;
  return Array.from({ length: cells }, (_, n) => ({ ...rest, left: left + n * width, right: left + (n + 1) * width }));
};

/** A letter in the middle of each cell: one word, whose letters are as far apart as the cells. */
function inCells(text: string, cells: readonly Box[], style: TextStyle, field: FormField): Glyph[] {
  const letters = [...text].slice(0, cells.length);
  const own = textWidth(text, style) / [...text].length;
  return letters.map((letter, n) => {
    const { left, right } = cells[n]!;
    const free = right - left - own;
    const spaced = { ...style, spacing: Math.max(0, free) };
    return {
      ...letterOf(letter, { ...field.box, left: left + free / 2, right: right + free / 2 }, spaced),
      formField: field,
    };
  });
}

/** The value as a line of letters within the field. */
function spread(
  text: string,
  box: Box,
  style: TextStyle,
  { field, turn }: { field: FormField; turn: number },
): Glyph[] {
  const isSideways = turn % 180 !== 0;
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  const [length, height] = isSideways ? [down, across] : [across, down];
  const room = Math.max(1, length - 2 * padding) / Math.max(1, textWidth(text, style));
  let at = padding;
  return [...text].map((letter) => {
    const begin = at;
    at += textWidth(letter, style) * Math.min(1, room);
    const upright = letterOf(letter, { left: begin, right: at, top: 0, bottom: height }, style);
    return { ...turned(upright, box, turn), formField: field };
  });
}

/** A letter in the middle of a box, or in its first line. */
function letterOf(text: string, { left, right, top, bottom }: Box, style: TextStyle): Glyph {
  const { size } = style;
  const height = bottom - top;
  const baseline = height > size * 2.2 ? top + size * 1.1 : bottom - Math.max(0, (height - size * 0.75) / 2);
  return letterOn(baseline, text, { left, right }, style);
}

/** A letter of an upright field with its corner at 0 in a field that is turned. */
function turned(letter: Glyph, box: Box, angle: number): Glyph {
  const { left, right, top, bottom } = letter;
  const place = {
    0: { left: box.left + left, right: box.left + right, top: box.top + top, bottom: box.top + bottom },
    90: { left: box.left + top, right: box.left + bottom, top: box.bottom - right, bottom: box.bottom - left },
    180: { left: box.right - right, right: box.right - left, top: box.bottom - bottom, bottom: box.bottom - top },
    270: { left: box.right - bottom, right: box.right - top, top: box.top + left, bottom: box.top + right },
  }[angle]!;
  return { ...letter, ...place, angle, baseline: angle === 0 ? box.top + letter.baseline : place.bottom };
}
