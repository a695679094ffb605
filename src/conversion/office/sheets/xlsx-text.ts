// How far the text of cells runs over their edges: text that is not wrapped goes on over the empty cells beside it, and a layout
// that fits the width of a page makes room for it.
import { attribute } from '#core/markup.ts';
import { columnIndex } from './columns.ts';
import { letterWidth } from './page-fit.ts';

export interface CellFonts {
  /** Points of the workbook's usual font. */
  usual: number;
  /** By a cell's style: points of its font; undefined where its text wraps, or does not begin at the left. */
  running: readonly (number | undefined)[];
}

const usualSize = 11;

/** Of `xl/styles.xml`: 18.8.22 (font), 18.8.10 (cellXfs). */
export function cellFonts(styles: string): CellFonts {
  const fonts = /<(?:\w+:)?fonts[\s>][\s\S]*?<\/(?:\w+:)?fonts>/.exec(styles)?.[0] ?? '';
  const sizes = fonts
    .split(/<(?:\w+:)?font(?=[\s>])/)
    .slice(1)
    .map((font) => Number(/<(?:\w+:)?sz val="([\d.]+)"/.exec(font)?.[1] ?? usualSize));
  const usual = sizes[0] ?? usualSize;
  const formats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const running = formats
    .split(/<(?:\w+:)?xf(?=[\s>])/)
    .slice(1)
    .map((format) => {
      const wraps = /wrapText="(1|true)"|shrinkToFit="(1|true)"/.test(format);
      const isElsewhere = /horizontal="(?!left|general)/.test(format);
      return wraps || isElsewhere ? undefined : (sizes[Number(attribute(format, 'fontId') ?? 0)] ?? usual);
    });
  return { usual, running };
}

/** The number of letters of each shared text. */
export const sharedLengths = (xml: string): number[] =>
  xml
    .split(/<(?:\w+:)?si(?=[\s>/])/)
    .slice(1)
    .map(lengthOf);

/** Of the longest line in the elements `t`. */
const lengthOf = (xml: string): number =>
  Math.max(
    0,
    ...[...xml.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g)]
      .map(([, text]) => text ?? '')
      .join('')
      .split('\n')
      .map((line) => line.replace(/&\w+;/g, ' ').length),
  );

export interface RunningText {
  /** As `B7`. */
  place: string;
  column: number;
  /** The index of the cell's format. */
  format: number;
  /** Points of its font. */
  size: number;
  /** Points that it is wide on one line. */
  width: number;
}

/** The last text of a row's cells, if it may run over its edge: one before is cut off by what stands beside it. */
export function lastText(
  cells: string,
  { usual, running }: CellFonts,
  shared: readonly number[],
): RunningText | undefined {
  const cell = cells
    .split(/<(?:\w+:)?c(?=\s)/)
    .slice(1)
    .findLast((xml) => /<(?:\w+:)?(?:v|is|f)[\s>]/.test(xml));
  if (cell === undefined) return undefined;
  const tag = cell.slice(0, cell.indexOf('>'));
  const place = attribute(tag, 'r') ?? '';
  const type = attribute(tag, 't') ?? 'n';
  const format = Number(attribute(tag, 's') ?? 0);
  const size = running.length === 0 ? usual : running[format];
  const isText = ['s', 'str', 'inlineStr'].includes(type);
  if (size === undefined || !isText || !/^[A-Z]{1,3}\d{1,7}$/.test(place)) return undefined;
  const value = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(cell)?.[1] ?? '';
  const length = type === 's' ? (shared[Number(value)] ?? 0) : type === 'str' ? value.length : lengthOf(cell);
  const column = columnIndex(/^[A-Z]+/.exec(place)?.[0] ?? 'A');
  return { place, column, format, size, width: length * size * letterWidth };
}

/** Points to the end of the text that reaches furthest, by the right edges of the columns. */
export function textExtent(
  sheet: string,
  edges: readonly number[],
  fonts: CellFonts,
  shared: readonly number[],
): number {
  const merged = new Set([...sheet.matchAll(/<(?:\w+:)?mergeCell ref="([A-Z]+\d+):/g)].map(([, cell]) => cell));
  let furthest = 0;
  for (const row of sheet.split(/<(?:\w+:)?row(?=[\s>])/).slice(1)) {
    const text = lastText(row, fonts, shared);
    if (text === undefined || merged.has(text.place)) continue;
    furthest = Math.max(furthest, (edges[text.column - 1] ?? 0) + text.width);
  }
  return furthest;
}
