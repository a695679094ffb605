// A sheet as SpreadsheetML: its columns, rows of cells, and merged cells (ECMA-376, part 1, 18.3).
import type { CellValue } from '../values/value.ts';
import type { Sheet, SheetCell } from '../sheet-model.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Styles } from './styles.ts';
import { cellName, declaration, main } from './xml.ts';

const thresholds = {
  /** Points of a digit of the usual letters, and of the room at both sides of a cell. */
  digit: 5.25,
  padding: 3.75,
  /** Digits that a column is wide, at least and at most. */
  narrowest: 2,
  widest: 80,
};

/** In pieces: of a large sheet they are more than one string has room for. */
export function* sheetXml(sheet: Sheet, styles: Styles, strings: SharedStrings): Generator<string> {
  const { cells, isRightToLeft, frozenRows } = sheet;
  yield `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}>${paneXml(frozenRows)}</sheetView></sheetViews>`;
  yield `<sheetFormatPr defaultRowHeight="15"/>${columnsXml(sheet)}<sheetData>`;
  for (const [row, own] of rowsOf(cells))
    yield `<row r="${row + 1}">${[...own]
      .toSorted(([a], [b]) => a - b)
      .map(([column, cell]) => cellXml(row, column, cell, styles, strings))
      .join('')}</row>`;
  yield '</sheetData>';
  const merged = cells.filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1);
  if (merged.length > 0) {
    yield `<mergeCells count="${merged.length}">`;
    for (const { row, column, rowSpan, columnSpan } of merged)
      yield `<mergeCell ref="${cellName(row, column)}:${cellName(row + rowSpan - 1, column + columnSpan - 1)}"/>`;
    yield '</mergeCells>';
  }
  yield '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>';
}

const paneXml = (rows: number): string =>
  rows === 0
    ? ''
    : `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;

/** By row and column: a merged cell has its borders and ground in all of its places, its value in the first. */
function rowsOf(cells: readonly SheetCell[]): [number, Map<number, SheetCell>][] {
  const rows = new Map<number, Map<number, SheetCell>>();
  for (const cell of cells)
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      let own = rows.get(row);
      if (own === undefined) rows.set(row, (own = new Map()));
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++) own.set(column, cell);
    }
  return [...rows].toSorted(([a], [b]) => a - b);
}

function cellXml(row: number, column: number, cell: SheetCell, styles: Styles, strings: SharedStrings): string {
  const style = styles.of(cell);
  const at = `<c r="${cellName(row, column)}"${style === 0 ? '' : ` s="${style}"`}`;
  const { value } = cell;
  if (cell.row !== row || cell.column !== column || (value.kind === 'text' && value.text === ''))
    return style === 0 ? '' : `${at}/>`;
  switch (value.kind) {
    case 'text':
      return `${at} t="s"><v>${strings.of(value.text)}</v></c>`;
    case 'boolean':
      return `${at} t="b"><v>${value.value ? 1 : 0}</v></c>`;
    default:
      return `${at}><v>${value.number}</v></c>`;
  }
}

/** Widths in digits: as on the page, and so that no number becomes a row of hashes. */
function columnsXml({ columns, cells }: Sheet): string {
  if (columns.length === 0) return '';
  const needed = new Map<number, number>();
  for (const { column, columnSpan, value } of cells)
    if (columnSpan === 1) needed.set(column, Math.max(needed.get(column) ?? 0, lengthOf(value)));
  const all = columns.map((points, n) => {
    const digits = Math.max(
      points / thresholds.digit,
      (needed.get(n) ?? 0) + 1 + thresholds.padding / thresholds.digit,
    );
    const width = Math.min(thresholds.widest, Math.max(thresholds.narrowest, digits));
    return `<col min="${n + 1}" max="${n + 1}" width="${width.toFixed(2)}" customWidth="1"/>`;
  });
  return `<cols>${all.join('')}</cols>`;
}

/** Letters that a number is shown with, about. */
function lengthOf(value: CellValue): number {
  if (value.kind === 'date')
    return value.format.replace(/\[[^\]]*\]|[\\"]/g, '').length + (value.format.includes('mmmm') ? 5 : 0);
  if (value.kind !== 'number') return 0;
  const [shown = ''] = value.format.split(';');
  const digits = Math.trunc(Math.abs(value.number)).toString().length;
  const grouped = value.format.includes('#,##0') ? Math.floor((digits - 1) / 3) : 0;
  return digits + grouped + shown.replace(/#,##0|[\\"[\]$]/g, '').length + (value.number < 0 ? 1 : 0);
}
