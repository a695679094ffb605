// Text that would run over the edge of the page, where LibreOffice cuts it off: it gets as many lines as it needs, across the empty
// cells beside it.
import { columnLetters } from '#core/columns.ts';
import { attribute, withoutAttribute } from '#core/markup.ts';
import type { Xml, XmlEdit, XmlElement } from '../xml.ts';
import { mergesOf } from './xlsx-merges.ts';
import { elementsIn, lastText, type CellFonts } from './xlsx-text.ts';
import { filledRows } from './xlsx-titles.ts';

/** ECMA-376 part 1, 18.3.1.73: no row is higher. */
const maxRowPoints = 409;
const lineHeight = 1.3;
/** Lines do not end where the page does, but at words. */
const unevenness = 1.2;
const maxColumns = 64;

interface Overflow {
  /** Points of the right edges of the columns, and of the columns beside them. */
  edges: readonly number[];
  typicalColumn: number;
  /** Points of the sheet that the page has room for. */
  room: number;
  fonts: CellFonts;
  shared: readonly number[];
}

/** The formats of cells that wrap their text, by those they are made of; to be added to `xl/styles.xml`. */
export class WrappingFormats {
  readonly #styles: Xml;
  readonly #formats: readonly XmlElement[];
  readonly #made = new Map<number, number>();

  /** Reads `xl/styles.xml`: 18.8.10 (cellXfs). */
  constructor(styles: Xml) {
    this.#styles = styles;
    this.#formats = elementsIn(styles, 'cellXfs', 'xf');
  }

  /** Undefined where the workbook has no formats. */
  of(format: number): number | undefined {
    if (this.#formats[format] === undefined) return undefined;
    const made = this.#made.get(format) ?? this.#formats.length + this.#made.size;
    this.#made.set(format, made);
    return made;
  }

  /** `xl/styles.xml` with them. */
  added(): Xml {
    const list = this.#styles.first('cellXfs');
    if (this.#made.size === 0 || list === undefined) return this.#styles;
    const [from, content, close] = list.at;
    const count = ` count="${this.#formats.length + this.#made.size}"`;
    const added = [...this.#made.keys()].map((format) => wrapping(this.#styles, this.#formats[format])).join('');
    return this.#styles.with([
      [from, content, list.tag.replace(/\scount\s*=\s*(?:"\d+"|'\d+')/, count)],
      [close, close, added],
    ]);
  }
}

function wrapping(styles: Xml, format: XmlElement | undefined): string {
  if (format === undefined) return '';
  const { name } = format;
  const prefix = name.slice(0, -2);
  const alignment = attributesOf(styles.first('alignment', format), 'wrapText', 'vertical');
  const attributes = attributesOf(format, 'applyAlignment');
  return `<${name}${attributes} applyAlignment="1"><${prefix}alignment${alignment} vertical="top" wrapText="1"/></${name}>`;
}

/** The attributes of an element as they are written, without some. */
export const attributesOf = (element: XmlElement | undefined, ...without: string[]): string =>
  without.reduce(withoutAttribute, element?.tag.slice(element.name.length + 1).replace(/\/?>$/, '') ?? '');

/** The sheet with such texts on several lines; the same without such texts. */
export function withWrappedText(sheet: Xml, formats: WrappingFormats, overflow: Overflow): Xml {
  const { edges, typicalColumn, room, fonts, shared } = overflow;
  const edge = (column: number) =>
    column < 0 ? 0 : (edges[column] ?? (edges.at(-1) ?? 0) + typicalColumn * (column - edges.length + 1));
  const spans: string[] = [];
  const edits: XmlEdit[] = [];
  const isMerged = mergedRows(sheet);
  for (const row of filledRows(sheet)) {
    const number = attribute(row.tag, 'r') ?? '';
    const text = isMerged(Number(number)) ? undefined : lastText(sheet, row, fonts, shared);
    if (text === undefined || !/^\d+$/.test(number)) continue;
    const { cell, column, width, size, format, place } = text;
    const left = edge(column - 1);
    if (left + width <= room) continue;
    let last = column;
    while (last < column + maxColumns && edge(last + 1) <= room) last += 1;
    const lines = Math.max(2, Math.ceil((width * unevenness) / Math.max(edge(last) - left, size)));
    const textHeight = lines * size * lineHeight;
    const wrapped = textHeight > maxRowPoints ? undefined : formats.of(format);
    if (wrapped === undefined) continue;
    if (last > column) spans.push(`${place}:${columnLetters(last)}${number}`);
    const height = Math.max(textHeight, Number(attribute(row.tag, 'ht') ?? 0));
    const kept = attributesOf(row, 'ht', 'customHeight');
    edits.push(
      [row.at[0], row.at[1], `<${row.name}${kept} ht="${height.toFixed(1)}" customHeight="1">`],
      [cell.at[0], cell.at[1], `<${cell.name} s="${wrapped}"${attributesOf(cell, 's')}>`],
    );
  }
  return sheet.with([...edits, ...mergeEdits(sheet, spans)]);
}

const lastRow = 1_048_576;

/** Returns whether the row with this number already has merged cells. */
function mergedRows(sheet: Xml): (row: number) => boolean {
  const merges = mergesOf(sheet).map(({ top, bottom }) => ({ top, last: Math.min(bottom, lastRow) }));
  const begun = new Int32Array(merges.reduce((most, { last }) => Math.max(most, last), 0) + 2);
  for (const { top, last } of merges) {
    if (top > last) continue;
    begun[top] = (begun[top] ?? 0) + 1;
    begun[last + 1] = (begun[last + 1] ?? 0) - 1;
  }
  for (let row = 1; row < begun.length; row++) begun[row] = (begun[row] ?? 0) + (begun[row - 1] ?? 0);
  return (row) => (begun[row] ?? 0) > 0;
}

/** 18.3.1.99: merged cells follow the data, its protection, filters and the like. */
const mergedAfter = [
  'sheetData',
  'sheetCalcPr',
  'sheetProtection',
  'protectedRanges',
  'scenarios',
  'autoFilter',
  'sortState',
  'dataConsolidate',
];

/** Adds merged cells to the sheet. */
function mergeEdits(sheet: Xml, spans: readonly string[]): XmlEdit[] {
  if (spans.length === 0) return [];
  const prefix = sheet.prefix('worksheet');
  const list = spans.map((span) => `<${prefix}mergeCell ref="${span}"/>`).join('');
  const found = sheet.first('mergeCells');
  if (found === undefined) {
    const end = sheet.endOf(mergedAfter);
    return [[end, end, `<${prefix}mergeCells>${list}</${prefix}mergeCells>`]];
  }
  const [from, content, close] = found.at;
  return [
    [from, content, withoutAttribute(found.tag, 'count')],
    [close, close, list],
  ];
}
