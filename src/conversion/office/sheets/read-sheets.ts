// The sheets of an OpenDocument spreadsheet as tables of text: what their cells show (OpenDocument 1.3 part 3, 9).
import { attribute, elementsOf, tagsOf } from '#core/markup.ts';
import { unescapeMarkup } from './xml-text.ts';

/** Cells of a document at most: what a repeated cell stands for is bounded. */
const maxCells = 2_000_000;
/** Equal rows or cells that are written out at most; more are a mistake of whoever filled them in. */
const maxRepeated = 1000;

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

/** The sheets that are shown, without hidden rows. */
export function readSheets(content: string): Sheet[] {
  const hidden = hiddenStyles(content);
  const reader = new SheetReader(hidden);
  for (const tag of tagsOf(content)) reader.take(tag);
  return reader.sheets;
}

function hiddenStyles(content: string): Set<string> {
  const names = new Set<string>();
  for (const style of elementsOf(content, 'style:style'))
    if (style.includes('table:display="false"')) names.add(attribute(style, 'style:name') ?? '');
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
      const isHidden = this.#hidden.has(attribute(tag, 'table:style-name') ?? '');
      this.#sheet = isHidden
        ? undefined
        : { name: unescapeMarkup(attribute(tag, 'table:name') ?? ''), headerRows: 0, cells: [] };
      if (this.#sheet !== undefined) this.sheets.push(this.#sheet);
      [this.#row, this.#isInHead] = [0, false];
    } else if (name === 'table:table-header-rows') this.#isInHead = true;
    else if (name === 'table:table-row') {
      [this.#column, this.#rowCells] = [0, []];
      this.#repeatedRow = repeats(tag, 'table:number-rows-repeated');
      this.#isRowHidden = /table:visibility="(collapse|filter)"/.test(tag);
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = { tag, paragraphs: [], text: '', isOpen: false };
      if (isEmpty) this.#close(name);
    } else if (this.#cell !== undefined) this.#openText(this.#cell, name, tag, isEmpty);
  }

  #openText(cell: OpenCell, name: string, tag: string, isEmpty: boolean): void {
    if (name === 'text:p') {
      [cell.text, cell.isOpen] = ['', !isEmpty];
      if (isEmpty) cell.paragraphs.push('');
    } else if (name === 'text:s') cell.text += ' '.repeat(Math.min(repeats(tag, 'text:c'), maxRepeated));
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
    if (text !== '' && !isCovered)
      for (let n = 0; n < Math.min(repeated, maxRepeated); n++)
        this.#rowCells.push({
          row: this.#row,
          column: this.#column + n,
          rowSpan: repeats(tag, 'table:number-rows-spanned'),
          columnSpan: repeats(tag, 'table:number-columns-spanned'),
          text,
        });
    this.#column += repeated;
  }

  #endRow(): void {
    const cells = this.#rowCells;
    if (this.#isRowHidden || this.#sheet === undefined) return;
    const times = cells.length === 0 ? 0 : Math.min(this.#repeatedRow, maxRepeated);
    for (let n = 0; n < times && this.#count < maxCells; n++) {
      this.#sheet.cells.push(...cells.map((cell) => ({ ...cell, row: this.#row + n })));
      this.#count += cells.length;
    }
    this.#row += this.#repeatedRow;
    if (this.#isInHead && cells.length > 0) this.#sheet.headerRows += times;
  }
}

const repeats = (tag: string, name: string): number => Math.max(1, Number(attribute(tag, name) ?? 1) || 1);

/** A sheet without the rows and columns that nothing is in. */
export function withoutGaps({ name, headerRows, cells }: Sheet): Sheet & { rows: number; columns: number } {
  const numbered = (used: readonly number[]) =>
    new Map([...new Set(used)].toSorted((a, b) => a - b).map((index, n) => [index, n]));
  const [rows, columns] = [numbered(cells.map(({ row }) => row)), numbered(cells.map(({ column }) => column))];
  const countIn = (places: ReadonlyMap<number, number>, from: number, span: number) => {
    if (span === 1) return 1;
    let count = 0;
    for (const index of places.keys()) if (index >= from && index < from + span) count++;
    return Math.max(1, count);
  };
  return {
    name,
    headerRows: Math.min(headerRows, rows.size),
    rows: rows.size,
    columns: columns.size,
    cells: cells.map((cell) => ({
      ...cell,
      row: rows.get(cell.row) ?? 0,
      column: columns.get(cell.column) ?? 0,
      rowSpan: countIn(rows, cell.row, cell.rowSpan),
      columnSpan: countIn(columns, cell.column, cell.columnSpan),
    })),
  };
}
