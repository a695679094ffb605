// Text that would run over the edge of the page, where LibreOffice cuts it off: it gets as many lines as it needs, across the empty
// cells beside it.
import { attribute } from '#core/markup.ts';
import { excelRows } from './rows.ts';
import { lastText, type CellFonts } from './xlsx-text.ts';

/** ECMA-376 part 1, 18.3.1.73: no row is higher. */
const maxRowPoints = 409;
const lineHeight = 1.3;
/** Lines do not end where the page does, but at words. */
const unevenness = 1.2;
const maxColumns = 64;

interface Overflow {
  /** Points of the right edges of the columns, and of the columns beside them. */
  edges: readonly number[];
  usualColumn: number;
  /** Points of the sheet that the page has room for. */
  room: number;
  fonts: CellFonts;
  shared: readonly number[];
}

/** The formats of cells that wrap their text, by those they are made of; to be added to `xl/styles.xml`. */
export class WrappingFormats {
  readonly #formats: readonly string[];
  readonly #made = new Map<number, number>();

  /** Reads `xl/styles.xml`: 18.8.10 (cellXfs). */
  constructor(styles: string) {
    const list = cellFormats.exec(styles)?.[0] ?? '';
    this.#formats = [...list.matchAll(/<(?:\w+:)?xf(?:\s[^<>]*?)?(?:\/>|>.*?<\/(?:\w+:)?xf>)/gs)].map(([xml]) => xml);
  }

  /** Undefined where the workbook has no formats. */
  of(format: number): number | undefined {
    if (this.#formats[format] === undefined) return undefined;
    const made = this.#made.get(format) ?? this.#formats.length + this.#made.size;
    this.#made.set(format, made);
    return made;
  }

  /** `xl/styles.xml` with them; undefined where there are none. */
  added(styles: string): string | undefined {
    if (this.#made.size === 0) return undefined;
    const list = [...this.#made.keys()].map((format) => wrapping(this.#formats[format] ?? '')).join('');
    return styles.replace(cellFormats, (found) =>
      found
        .replace(/\scount="\d+"/, ` count="${this.#formats.length + this.#made.size}"`)
        .replace(/<\/(?:\w+:)?cellXfs>$/, (close) => list + close),
    );
  }
}

const cellFormats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/;

function wrapping(format: string): string {
  const [, name = 'xf', attributes = ''] = /<((?:\w+:)?xf)([^<>]*?)\/?>/.exec(format) ?? [];
  const prefix = name.slice(0, -2);
  const alignment = /<(?:\w+:)?alignment([^<>]*?)\/?>/.exec(format)?.[1] ?? '';
  const others = alignment.replace(/\s(?:wrapText|vertical)="[^"]*"/g, '');
  const applied = attributes.replace(/\sapplyAlignment="[^"]*"/, '');
  return `<${name}${applied} applyAlignment="1"><${prefix}alignment${others} vertical="top" wrapText="1"/></${name}>`;
}

/** The sheet with such texts on several lines; the same when there are none. */
export function withWrappedText(sheet: string, formats: WrappingFormats, overflow: Overflow): string {
  const { edges, usualColumn, room, fonts, shared } = overflow;
  const edge = (column: number) =>
    column < 0 ? 0 : (edges[column] ?? (edges.at(-1) ?? 0) + usualColumn * (column - edges.length + 1));
  const spans: string[] = [];
  const pieces: string[] = [];
  let written = 0;
  const isMerged = mergedRows(sheet);
  for (const row of excelRows(sheet)) {
    const number = attribute(row.attributes, 'r') ?? '';
    const text = isMerged(Number(number)) ? undefined : lastText(row.content, fonts, shared);
    if (text === undefined || !/^\d+$/.test(number)) continue;
    const { column, width, size, format, place } = text;
    const left = edge(column - 1);
    if (left + width <= room) continue;
    let last = column;
    while (last < column + maxColumns && edge(last + 1) <= room) last += 1;
    const lines = Math.max(2, Math.ceil((width * unevenness) / Math.max(edge(last) - left, size)));
    const height = lines * size * lineHeight;
    const wrapped = height > maxRowPoints ? undefined : formats.of(format);
    if (wrapped === undefined) continue;
    if (last > column) spans.push(`${place}:${letters(last)}${number}`);
    const own = Math.max(height, Number(attribute(row.attributes, 'ht') ?? 0));
    const kept = row.attributes.replace(/\s(?:ht|customHeight)="[^"]*"/g, '');
    const cell = new RegExp(`<(?:\\w+:)?c\\s(?:[^<>]*\\s)?r="${place}"[^<>]*>`);
    const content = row.content.replace(cell, (tag) =>
      tag.replace(/\ss="\d+"/, '').replace(/^<[^\s<>]+/, (name) => `${name} s="${wrapped}"`),
    );
    const tag = `<${row.name}${kept} ht="${own.toFixed(1)}" customHeight="1">`;
    pieces.push(sheet.slice(written, row.from), `${tag}${content}</${row.name}>`);
    written = row.to;
  }
  if (pieces.length === 0) return sheet;
  const changed = pieces.join('') + sheet.slice(written);
  return spans.length === 0 ? changed : withMerged(changed, spans);
}

const lastRow = 1_048_576;

/** Returns whether the row with this number already has merged cells. */
function mergedRows(sheet: string): (row: number) => boolean {
  const begun = new Int32Array(lastRow + 2);
  for (const [, from, to] of sheet.matchAll(/<(?:\w+:)?mergeCell ref="[A-Z]+(\d+):[A-Z]+(\d+)"/g)) {
    const [first, last] = [Number(from), Math.min(Number(to), lastRow)];
    if (first > last) continue;
    begun[first] = (begun[first] ?? 0) + 1;
    begun[last + 1] = (begun[last + 1] ?? 0) - 1;
  }
  for (let row = 1; row < begun.length; row++) begun[row] = (begun[row] ?? 0) + (begun[row - 1] ?? 0);
  return (row) => (begun[row] ?? 0) > 0;
}

/** 18.3.1.99: merged cells stand behind the data, its protection, filters and the like. */
function withMerged(sheet: string, spans: readonly string[]): string {
  const prefix = /<(\w+:)?worksheet[\s>]/.exec(sheet)?.[1] ?? '';
  const list = spans.map((span) => `<${prefix}mergeCell ref="${span}"/>`).join('');
  const close = `</${prefix}mergeCells>`;
  if (sheet.includes(close))
    return sheet.replace(/(<(?:\w+:)?mergeCells)\s+count="\d+"/, '$1').replace(close, () => list + close);
  const before = [
    'sheetCalcPr',
    'sheetProtection',
    'protectedRanges',
    'scenarios',
    'autoFilter',
    'sortState',
    'dataConsolidate',
    'customSheetViews',
  ];
  const behind = before
    .map((name) => `(?:<${prefix}${name}(?:\\s[^<>]*)?(?:/>|>.*?</${prefix}${name}>))?`)
    .join('\\s*');
  return sheet.replace(
    new RegExp(`</${prefix}sheetData>\\s*${behind}`, 's'),
    (found) => `${found}<${prefix}mergeCells>${list}${close}`,
  );
}

/** Of a column's index. */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}
