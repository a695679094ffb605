// The drawing of each kind of annotation, as operators in the coordinates of its page.
import type { PdfDictionary, PdfDocument, PdfValue } from '../graph.ts';
import { stringText } from '../strings.ts';
import { operandOf, widthOf } from './helvetica.ts';
import { arrowOf, type Point, pointsOf, polyline } from './lines.ts';

export interface Annotation {
  document: PdfDocument;
  dictionary: PdfDictionary;
  kind: string;
  /** Left, bottom, right, top. */
  rect: readonly [number, number, number, number];
  numbers: (value: PdfValue | undefined) => number[];
  /** Points of its border or line. */
  thickness: number;
  /** The operator that sets its dashes. */
  dash: string;
}

const looks = {
  /** Points between the border of a text and its letters. */
  padding: 2,
  /** Points of a text that says nothing of its size. */
  size: 12,
  maxSize: 200,
  /** Times the size. */
  leading: 1.15,
  ascent: 0.9,
  /** Characters. */
  maxText: 10_000,
  /** Of Helvetica's capitals, times the size. */
  capitals: 0.72,
};

/** Undefined of an annotation that has nothing to be drawn. */
type Draw = (annotation: Annotation) => string | undefined;

/** The operator that sets a colour (ISO 32000-2, table 166); undefined without a colour. */
function color(components: readonly number[], isStroke: boolean): string | undefined {
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[components.length];
  if (operator === undefined) return undefined;
  return `${components.map((value) => Math.min(1, Math.max(0, value))).join(' ')} ${isStroke ? operator.toUpperCase() : operator} `;
}

const stroked = ({ dictionary, numbers, thickness, dash }: Annotation): string =>
  `${color(numbers(dictionary['/C']), true) ?? '0 G '}${thickness} w ${dash}`;

const line: Draw = (annotation) => {
  const { dictionary, numbers, thickness } = annotation;
  const [start, end] = pointsOf(numbers(dictionary['/L']));
  if (start === undefined || end === undefined) return undefined;
  const interior = color(numbers(dictionary['/IC']), false) ?? '';
  return `${stroked(annotation)}${interior}${polyline([start, end])} S ${endings(annotation, [start, end], thickness)}`;
};

/** Arrows at the ends of a line; other endings are left out. */
function endings({ document, dictionary }: Annotation, points: readonly Point[], thickness: number): string {
  const kinds = document.array(dictionary['/LE']).map((kind) => document.name(kind));
  const [first, second, last, beforeLast] = [points[0], points[1], points.at(-1), points.at(-2)];
  return [
    first === undefined || second === undefined ? '' : arrowOf(kinds[0], first, second, thickness),
    last === undefined || beforeLast === undefined ? '' : arrowOf(kinds[1], last, beforeLast, thickness),
  ].join(' ');
}

const polygon: Draw = (annotation) => {
  const { dictionary, numbers, kind, thickness } = annotation;
  const points = pointsOf(numbers(dictionary['/Vertices']));
  if (points.length < 2) return undefined;
  const interior = color(numbers(dictionary['/IC']), false);
  if (kind === '/PolyLine')
    return `${stroked(annotation)}${interior ?? ''}${polyline(points)} S ${endings(annotation, points, thickness)}`;
  return `${stroked(annotation)}${interior ?? ''}${polyline(points)} ${interior === undefined ? 's' : 'b'}`;
};

const ink: Draw = (annotation) => {
  const { document, dictionary, numbers } = annotation;
  const strokes = document.array(dictionary['/InkList']).map((stroke) => pointsOf(numbers(stroke)));
  const drawn = strokes.filter((points) => points.length > 1).map((points) => `${polyline(points)} S`);
  return drawn.length === 0 ? undefined : `${stroked(annotation)}1 J 1 j ${drawn.join(' ')}`;
};

/** The quadrilaterals of marked text: upper left, upper right, lower left, lower right, as programs write them. */
function quads({ dictionary, numbers }: Annotation): [Point, Point, Point, Point][] {
  const points = pointsOf(numbers(dictionary['/QuadPoints']));
  return Array.from(
    { length: Math.floor(points.length / 4) },
    (_, n) => points.slice(n * 4, n * 4 + 4) as [Point, Point, Point, Point],
  );
}

const highlight: Draw = (annotation) => {
  const fill = color(annotation.numbers(annotation.dictionary['/C']), false) ?? '1 1 0 rg ';
  const boxes = quads(annotation).map(([a, b, c, d]) => `${polyline([a, b, d, c])} f`);
  return boxes.length === 0 ? undefined : `${fill}${boxes.join(' ')}`;
};

/** A line at a share of the height of marked text, from its bottom. */
const lineAt =
  (share: number): Draw =>
  (annotation) => {
    const rows = quads(annotation).map(([a, b, c, d]) => {
      const between = (top: Point, bottom: Point): Point => [
        bottom[0] + (top[0] - bottom[0]) * share,
        bottom[1] + (top[1] - bottom[1]) * share,
      ];
      return `${polyline([between(a, c), between(b, d)])} S`;
    });
    return rows.length === 0 ? undefined : `${stroked(annotation)}${rows.join(' ')}`;
  };

/** The size and the colour of a text, by the operators of its default appearance. */
function textLook({ document, dictionary }: Annotation): { size: number; fill: string; stroke: string } {
  const operators = stringText(document.get(dictionary['/DA'])).slice(0, looks.maxText);
  const stated = Number(/([\d.]+)\s+Tf/.exec(operators)?.[1] ?? 0);
  const words = /((?:-?[\d.]+\s+){1,4})(?:rg|g|k)(?=\s|$)/.exec(operators)?.[1] ?? '';
  const components = words.trim().split(/\s+/).filter(Boolean).map(Number);
  return {
    size: stated > 0 ? Math.min(looks.maxSize, stated) : looks.size,
    fill: color(components, false) ?? '0 g ',
    stroke: color(components, true) ?? '0 G ',
  };
}

const freeText: Draw = (annotation) => {
  const { document, dictionary, rect, numbers, thickness, dash } = annotation;
  const [left = 0, bottom = 0, right = 0, top = 0] = insetBy(rect, numbers(dictionary['/RD']));
  const { size, fill, stroke } = textLook(annotation);
  const ground = color(numbers(dictionary['/C']), false);
  const box = `${left} ${bottom} ${right - left} ${top - bottom} re`;
  const inset = looks.padding + thickness;
  const width = right - left - 2 * inset;
  const lines = wrapped(stringText(document.get(dictionary['/Contents'])).slice(0, looks.maxText), width / size);
  const shift = [0, 0.5, 1][document.number(dictionary['/Q']) ?? 0] ?? 0;
  const shown = lines.map((text, n) => {
    const x = left + inset + Math.max(0, width - widthOf(text) * size) * shift;
    const y = top - inset - size * (looks.ascent + n * looks.leading);
    return `BT /F ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${operandOf(text)} Tj ET`;
  });
  const callout = pointsOf(numbers(dictionary['/CL']));
  return [
    ground === undefined ? '' : `${ground}${box} f`,
    thickness > 0 ? `${stroke}${thickness} w ${dash}${box} S` : '',
    callout.length > 1 ? `${stroke}${Math.max(1, thickness)} w ${polyline(callout)} S` : '',
    `q ${box} W n ${fill}${shown.join(' ')} Q`,
  ].join(' ');
};

const insetBy = (rect: readonly number[], differences: readonly number[]): number[] =>
  rect.map((side, n) => side + (differences[n] ?? 0) * (n < 2 ? 1 : -1));

/** Lines of a text that are not wider than `width` em, unless a word is. */
function wrapped(text: string, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [''];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1) ?? '';
      const longer = last === '' ? word : `${last} ${word}`;
      if (last === '' || widthOf(longer) <= width) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    return lines;
  });
}

/** A frame with the words of its name, as "NotApproved". */
const stamp: Draw = ({ document, dictionary, rect: [left, bottom, right, top], numbers }) => {
  const name = (document.name(dictionary['/Name']) ?? '/Draft').slice(1, 40);
  const text = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase();
  const [width, height] = [right - left, top - bottom];
  if (width < 4 || height < 4) return undefined;
  const border = Math.min(3, height / 12);
  const size = Math.min(height * 0.6, (width * 0.86) / Math.max(0.1, widthOf(text)));
  const x = left + (width - widthOf(text) * size) / 2;
  const y = bottom + (height - size * looks.capitals) / 2;
  const components = numbers(dictionary['/C']);
  const [fill, stroke] = [color(components, false) ?? '0.8 0 0 rg ', color(components, true) ?? '0.8 0 0 RG '];
  return `${stroke}${border} w ${left + border} ${bottom + border} ${width - 2 * border} ${height - 2 * border} re S ${fill}BT /F ${size.toFixed(2)} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td ${operandOf(text)} Tj ET`;
};

/** A sheet with lines on it. */
const note: Draw = ({ dictionary, numbers, rect: [left, , , top] }) => {
  const fill = color(numbers(dictionary['/C']), false) ?? '1 1 0 rg ';
  const rows = [5, 9, 13].map((down) => `${left + 4} ${top - down} m ${left + 16} ${top - down} l S`);
  return `${fill}0 G 1 w ${left + 1} ${top - 17} 18 16 re B ${rows.join(' ')}`;
};

export const drawings: Readonly<Record<string, Draw>> = {
  '/FreeText': freeText,
  '/Line': line,
  '/Polygon': polygon,
  '/PolyLine': polygon,
  '/Ink': ink,
  '/Highlight': highlight,
  '/Underline': lineAt(0.08),
  '/StrikeOut': lineAt(0.45),
  '/Stamp': stamp,
  '/Text': note,
};
