// The sheets of a workbook: one for each table, or one for all of them.
import type { WorkbookWriting } from '#core/document-facts.ts';
import type { Found, FoundTable, FoundText } from './found-tables.ts';
import { sheetNames } from './sheet-names.ts';
import { maxCellLength, maxColumns, maxRows, type Sheet, type SheetCell } from './sheet-model.ts';
import { signsOfColumn } from './values/signs.ts';
import { type Signs, valueOf } from './values/value.ts';

type TablesMode = WorkbookWriting['tables'];

/** Points of the letters on sheets. */
const typicalSize = 11;
/** Points of a column that has text of pages. */
const textWidth = 480;
/** Empty rows between tables below each other. */
const between = 1;

/** @param found tables, and text if it is wanted */
export function sheetsOf(found: readonly Found[], signs: Signs, mode: TablesMode): Sheet[] {
  const name = sheetNames();
  const tables = found.filter((block) => block.kind === 'table');
  const texts = found.filter((block) => block.kind === 'text');
  if (tables.length === 0 && texts.length === 0) return [empty(name('No tables'))];
  if (mode === 'one-sheet') return oneSheet(found, signs, name);
  const sheets = tables.map((table, n) => sheetOf(table, signs, name(table.caption || `Table ${n + 1}`)));
  return texts.length === 0 ? sheets : [...sheets, sheetOfTexts(texts, name('Text'))];
}

const empty = (name: string): Sheet => ({ name, columns: [], cells: [], frozenRows: 0, isRightToLeft: false });

function sheetOf(table: FoundTable, signs: Signs, name: string): Sheet {
  return {
    name,
    columns: widthsOf(table),
    cells: cellsOf(table, signs),
    frozenRows: table.headerRows,
    isRightToLeft: table.isRightToLeft,
  };
}

const widthsOf = ({ columns, size }: FoundTable): number[] => columns.map((width) => (width * typicalSize) / size);

function cellsOf(table: FoundTable, signs: Signs): SheetCell[] {
  const body = table.cells.filter(({ row }) => row >= table.headerRows);
  const columns = new Map(
    [...Map.groupBy(body, ({ column }) => column)].map(([column, cells]) => [
      column,
      signsOfColumn(
        cells.map(({ text }) => text),
        signs,
      ),
    ]),
  );
  return withoutOverlaps(table.cells.filter(({ row, column }) => row < maxRows && column < maxColumns)).map((cell) => {
    const { text, hasMarks, look, ...place } = cell;
    const value = hasMarks ? { kind: 'text' as const, text } : valueOf(text, columns.get(cell.column) ?? signs);
    return {
      ...place,
      value: value.kind === 'text' ? { ...value, text: value.text.slice(0, maxCellLength) } : value,
      look: text.includes('\n') ? { ...look, isWrapped: true } : look,
    };
  });
}

/** Spreadsheet programs refuse merged cells that lie over others. */
function withoutOverlaps<Cell extends Pick<SheetCell, 'row' | 'column' | 'rowSpan' | 'columnSpan'>>(
  cells: readonly Cell[],
): Cell[] {
  /** Until which row a column is taken. */
  const takenUntil: number[] = [];
  const begun = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return cells.flatMap((cell) => {
    if ((takenUntil[cell.column] ?? 0) > cell.row || begun.get(`${cell.row} ${cell.column}`) !== cell) return [];
    let columnSpan = 1;
    const isFree = (column: number) => (takenUntil[column] ?? 0) <= cell.row && !begun.has(`${cell.row} ${column}`);
    while (columnSpan < cell.columnSpan && isFree(cell.column + columnSpan)) columnSpan++;
    let rowSpan = 1;
    const own = Array.from({ length: columnSpan }, (_, n) => cell.column + n);
    while (rowSpan < cell.rowSpan && own.every((column) => !begun.has(`${cell.row + rowSpan} ${column}`))) rowSpan++;
    for (const column of own) takenUntil[column] = cell.row + rowSpan;
    return [{ ...cell, rowSpan, columnSpan }];
  });
}

/** A row for each paragraph, after the number of its page. */
function sheetOfTexts(texts: readonly FoundText[], name: string): Sheet {
  const cells = texts.flatMap(({ page, text, isBold }, row) => [
    single(row, 0, { kind: 'number', number: page + 1, format: '0' }),
    textCell(row, 1, text, isBold),
  ]);
  return { name, columns: [36, textWidth], cells, frozenRows: 0, isRightToLeft: false };
}

const single = (row: number, column: number, value: SheetCell['value']): SheetCell => ({
  row,
  column,
  rowSpan: 1,
  columnSpan: 1,
  value,
  look: {},
});

const textCell = (row: number, column: number, text: string, isBold: boolean): SheetCell => ({
  ...single(row, column, { kind: 'text', text: text.slice(0, maxCellLength) }),
  look: isBold ? { isBold: true } : {},
});

/** All below each other; another sheet only where one is full. */
function oneSheet(found: readonly Found[], signs: Signs, nameOf: (wanted: string) => string): Sheet[] {
  const hasText = found.some(({ kind }) => kind === 'text');
  const tables = found.filter((block) => block.kind === 'table');
  const sheets: Sheet[] = [];
  let row = 0;
  let last: Found['kind'] | undefined;
  for (const block of found) {
    const rows = block.kind === 'table' ? block.rows : 1;
    // Paragraphs follow each other, a table has room around it.
    if (last !== undefined && (last === 'table' || block.kind === 'table')) row += between;
    if (sheets.length === 0 || row + rows + between > maxRows) {
      const isRightToLeft = tables.length > 0 && tables.every((table) => table.isRightToLeft);
      sheets.push({ ...empty(nameOf('Tables')), isRightToLeft });
      row = 0;
    }
    const sheet = sheets.at(-1);
    if (sheet === undefined) break;
    if (block.kind === 'text') sheet.cells.push(textCell(row, 0, block.text, block.isBold));
    else {
      if (!hasText && block.caption !== '') sheet.cells.push(textCell(row++, 0, block.caption, true));
      if (tables.length === 1 && !hasText) sheet.frozenRows = row + block.headerRows;
      for (const [n, width] of widthsOf(block).entries()) sheet.columns[n] = Math.max(sheet.columns[n] ?? 0, width);
      const offset = row;
      // One by one: the cells of a large table are more than a call has arguments.
      for (const cell of cellsOf(block, signs)) sheet.cells.push({ ...cell, row: cell.row + offset });
    }
    row += rows;
    last = block.kind;
  }
  return sheets;
}
