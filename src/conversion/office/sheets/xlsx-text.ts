// How far the text of cells runs over their edges: text that is not wrapped continues over the empty cells beside it, and a
// layout that fits the width of a page makes room for it.
import { columnIndex } from '#core/columns.ts';
import { attribute } from '#core/markup.ts';
import { Xml, isTrue, type XmlElement } from '../xml.ts';
import { letterWidth } from './page-fit.ts';

export interface CellFonts {
  /** Points of the workbook's default font. */
  typical: number;
  /** By a cell's style: points of its font; undefined where its text wraps, or does not begin at the left. */
  running: readonly (number | undefined)[];
}

const typicalSize = 11;

/** Reads `xl/styles.xml`: 18.8.22 (font), 18.8.10 (cellXfs). */
export function cellFonts(styles: Xml): CellFonts {
  const sizes = elementsIn(styles, 'fonts', 'font').map((font) =>
    Number(attribute(styles.tag('sz', font), 'val') ?? typicalSize),
  );
  const typical = sizes[0] ?? typicalSize;
  const running = elementsIn(styles, 'cellXfs', 'xf').map((format) => {
    const alignment = styles.tag('alignment', format);
    const wraps = isTrue(alignment, 'wrapText') || isTrue(alignment, 'shrinkToFit');
    const isElsewhere = !/^(?:left|general|$)/.test(attribute(alignment, 'horizontal') ?? '');
    return wraps || isElsewhere ? undefined : (sizes[Number(attribute(format.tag, 'fontId') ?? 0)] ?? typical);
  });
  return { typical, running };
}

/** The elements of a name in the first list of another name. */
export function elementsIn(xml: Xml, list: string, name: string): XmlElement[] {
  const found = xml.first(list);
  return found === undefined ? [] : [...xml.all(name, found)];
}

/** The number of letters of each shared text. */
export function sharedLengths(text: string): number[] {
  const xml = new Xml(text);
  return [...xml.all('si')].map((shared) => lengthOf(xml, shared));
}

/** The length of the longest line in the elements `t`. */
const lengthOf = (xml: Xml, within: XmlElement): number =>
  Math.max(
    ...[...xml.all('t', within)]
      .map(({ content }) => content)
      .join('')
      .split('\n')
      .map((line) => line.replace(/&\w+;/g, ' ').length),
  );

export interface RunningText {
  cell: XmlElement;
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

/** The last text of a row's cells, if it may run over its edge: one before is cut off by the cell beside it. */
export function lastText(
  sheet: Xml,
  row: XmlElement,
  { typical, running }: CellFonts,
  shared: readonly number[],
): RunningText | undefined {
  const cell = [...sheet.all('c', row)].findLast(({ content }) => /<(?:\w+:)?(?:v|is|f)[\s>]/.test(content));
  if (cell === undefined) return undefined;
  const place = attribute(cell.tag, 'r') ?? '';
  const type = attribute(cell.tag, 't') ?? 'n';
  const format = Number(attribute(cell.tag, 's') ?? 0);
  const size = running.length === 0 ? typical : running[format];
  const isText = ['s', 'str', 'inlineStr'].includes(type);
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(place)?.[1];
  if (size === undefined || !isText || letters === undefined) return undefined;
  const value = sheet.first('v', cell)?.content ?? '';
  const length = type === 's' ? (shared[Number(value)] ?? 0) : type === 'str' ? value.length : lengthOf(sheet, cell);
  return { cell, place, column: columnIndex(letters), format, size, width: length * size * letterWidth };
}

/** Points to the end of the text that reaches furthest, by the right edges of the columns. */
export function textExtent(sheet: Xml, edges: readonly number[], fonts: CellFonts, shared: readonly number[]): number {
  const merged = new Set([...sheet.all('mergeCell')].map(({ tag }) => attribute(tag, 'ref')?.split(':')[0]));
  let furthest = 0;
  for (const row of sheet.all('row')) {
    const text = lastText(sheet, row, fonts, shared);
    if (text === undefined || merged.has(text.place)) continue;
    furthest = Math.max(furthest, (edges[text.column - 1] ?? 0) + text.width);
  }
  return furthest;
}
