// The sheets of an OpenDocument spreadsheet as tables of the text in their cells (OpenDocument 1.3 part 3, 9).
import { Failure } from '#core/failure.ts';
import { attribute, tagsOf } from '#core/markup.ts';
import { unescapeMarkup, Xml } from '../xml.ts';

/** The limit for cells with text in a document; each repetition counts. */
const maxCells = 300_000;
/** Places of a sheet's table at most, empty ones counted too. */
const maxPlaces = 4_000_000;
/** Blanks in a row that are kept. */
const maxBlanks = 1000;

export interface SheetCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
}

export interface Sheet {
  name: string;
  headerRows: number;
  cells: SheetCell[];
}

/** The sheets that are shown, without hidden rows and columns. @throws output_too_large */
export function readSheets(content: string): Sheet[] {
  const hidden = hiddenStyles(new Xml(content));
  const reader = new SheetReader(hidden);
  for (const tag of tagsOf(content)) reader.take(tag);
  return reader.sheets;
}

/** The names of the styles of sheets that are hidden. */
export function hiddenStyles(content: Xml): Set<string> {
  const names = new Set<string>();
  for (const style of content.all('style:style'))
    if (content.all('style:table-properties', style).some(({ tag }) => attribute(tag, 'table:display') === 'false'))
      names.add(attribute(style.tag, 'style:name') ?? '');
  return names;
}

interface OpenCell {
  tag: string;
  paragraphs: string[];
  text: string;
  /** Whether a paragraph is open. */
  isOpen: boolean;
}

class SheetReader {
  readonly sheets: Sheet[] = [];
  readonly #hidden: ReadonlySet<string>;
  #sheet: Sheet | undefined;
  #row = 0;
  #column = 0;
  #columnsKnown = 0;
  /** From one column to before another. */
  #hiddenColumns: [number, number][] = [];
  #repeatedRow = 1;
  #isRowHidden = false;
  #rowCells: SheetCell[] = [];
  #cell: OpenCell | undefined;
  /** Depth of notes and drawings, whose paragraphs are not the cell's. */
  #outside = 0;
  #isInHead = false;
  #count = 0;

  constructor(hidden: ReadonlySet<string>) {
    this.#hidden = hidden;
  }

  take(piece: string): void {
    const end = piece.indexOf('>');
    const tag = end < 0 ? piece : piece.slice(0, end + 1);
    const [, close = '', name = ''] = /^<(\/?)([\w:-]{1,60})/.exec(tag) ?? [];
    const isEmpty = tag.endsWith('/>');
    if (this.#isOutside(name, close === '/', isEmpty)) return;
    if (close === '/') this.#close(name);
    else this.#open(name, tag, isEmpty);
    if (this.#cell?.isOpen === true && end >= 0) this.#cell.text += unescapeMarkup(piece.slice(end + 1));
  }

  #isOutside(name: string, isClosing: boolean, isEmpty: boolean): boolean {
    if (name === 'office:annotation' || name === 'table:shapes' || name.startsWith('draw:'))
      this.#outside += isClosing ? -1 : isEmpty ? 0 : 1;
    return this.#outside > 0;
  }

  #open(name: string, tag: string, isEmpty: boolean): void {
    if (name === 'table:table') {
      const isGone = this.#hidden.has(attribute(tag, 'table:style-name') ?? '');
      this.#sheet = isGone
        ? undefined
        : { name: unescapeMarkup(attribute(tag, 'table:name') ?? ''), headerRows: 0, cells: [] };
      if (this.#sheet !== undefined) this.sheets.push(this.#sheet);
      [this.#row, this.#isInHead, this.#columnsKnown, this.#hiddenColumns] = [0, false, 0, []];
    } else if (name === 'table:table-column') {
      const end = this.#columnsKnown + repeats(tag, 'table:number-columns-repeated');
      if (isHidden(tag)) this.#hiddenColumns.push([this.#columnsKnown, end]);
      this.#columnsKnown = end;
    } else if (name === 'table:table-header-rows') this.#isInHead = true;
    else if (name === 'table:table-row') {
      [this.#column, this.#rowCells] = [0, []];
      this.#repeatedRow = repeats(tag, 'table:number-rows-repeated');
      this.#isRowHidden = isHidden(tag);
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = { tag, paragraphs: [], text: '', isOpen: false };
      if (isEmpty) this.#close(name);
    } else if (this.#cell !== undefined) this.#openText(this.#cell, name, tag, isEmpty);
  }

  #openText(cell: OpenCell, name: string, tag: string, isEmpty: boolean): void {
    if (name === 'text:p') {
      [cell.text, cell.isOpen] = ['', !isEmpty];
      if (isEmpty) cell.paragraphs.push('');
    } else if (name === 'text:s') cell.text += ' '.repeat(Math.min(repeats(tag, 'text:c'), maxBlanks));
    else if (name === 'text:tab') cell.text += ' ';
    else if (name === 'text:line-break') cell.text += '\n';
  }

  #close(name: string): void {
    const cell = this.#cell;
    if (name === 'text:p' && cell !== undefined) {
      cell.paragraphs.push(cell.text);
      cell.isOpen = false;
    } else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && cell !== undefined) {
      this.#endCell(cell, name === 'table:covered-table-cell');
      this.#cell = undefined;
    } else if (name === 'table:table-row') this.#endRow();
    else if (name === 'table:table-header-rows') this.#isInHead = false;
  }

  #endCell({ tag, paragraphs }: OpenCell, isCovered: boolean): void {
    const repeated = repeats(tag, 'table:number-columns-repeated');
    const text = paragraphs.join('\n').trim();
    if (text !== '' && !isCovered && this.#sheet !== undefined && !this.#isRowHidden) {
      this.#expect(repeated);
      for (let n = 0; n < repeated; n++) {
        const column = this.#column + n;
        if (this.#hiddenColumns.some(([from, end]) => column >= from && column < end)) continue;
        this.#rowCells.push({
          row: this.#row,
          column,
          rowSpan: repeats(tag, 'table:number-rows-spanned'),
          columnSpan: repeats(tag, 'table:number-columns-spanned'),
          text,
        });
      }
    }
    this.#column += repeated;
  }

  #endRow(): void {
    const cells = this.#rowCells;
    if (this.#isRowHidden || this.#sheet === undefined) return;
    const times = cells.length === 0 ? 0 : this.#repeatedRow;
    this.#expect((times - 1) * cells.length);
    for (let n = 0; n < times; n++) for (const cell of cells) this.#sheet.cells.push({ ...cell, row: this.#row + n });
    this.#row += this.#repeatedRow;
    if (this.#isInHead && cells.length > 0) this.#sheet.headerRows += times;
  }

  /** Counts cells before they are made. */
  #expect(cells: number): void {
    this.#count += Math.max(0, cells);
    if (this.#count > maxCells) throw new Failure('output_too_large');
  }
}

/** Whether a row or a column is hidden. */
export const isHidden = (tag: string): boolean =>
  /^(?:collapse|filter)$/.test(attribute(tag, 'table:visibility') ?? '');

const repeats = (tag: string, name: string): number => Math.max(1, Number(attribute(tag, name) ?? 1) || 1);

/** A sheet without the rows and columns that nothing is in. @throws output_too_large */
export function withoutGaps({ name, headerRows, cells }: Sheet): Sheet & { rows: number; columns: number } {
  const [rows, columns] = [places(cells.map(({ row }) => row)), places(cells.map(({ column }) => column))];
  if (rows.length * columns.length > maxPlaces) throw new Failure('output_too_large');
  return {
    name,
    headerRows: Math.min(headerRows, rows.length),
    rows: rows.length,
    columns: columns.length,
    cells: cells.map((cell) => {
      const [row, column] = [placeOf(rows, cell.row), placeOf(columns, cell.column)];
      return {
        ...cell,
        row,
        column,
        rowSpan: Math.max(1, placeOf(rows, cell.row + cell.rowSpan) - row),
        columnSpan: Math.max(1, placeOf(columns, cell.column + cell.columnSpan) - column),
      };
    }),
  };
}

const places = (used: readonly number[]): number[] => [...new Set(used)].toSorted((a, b) => a - b);

/** How many of the sorted places are before one. */
function placeOf(sorted: readonly number[], place: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
