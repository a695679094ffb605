// Tables without lines: rows of pieces that stand over each other in columns.
// (Cf. Kieninger and Dengel, "The T-Recs Table Recognition and Analysis System", DAS 1998.)
import { type Box, overlaps, union } from '../box.ts';
import type { TextLine, PageContent } from '../page-content.ts';
import type { CellBlock, TableBlock } from '../layout-blocks.ts';
import { linesOf, rowsOf, textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';

export interface AlignedTable {
  table: TableBlock;
  pieces: TextLine[];
  lines: Map<CellBlock, TextLine[]>;
}

interface Column {
  left: number;
  right: number;
}

const thresholds = {
  /** Points: a narrower gap does not part columns. */
  minGap: 7,
  /** em between the baselines of rows; further away is another table. */
  rowDistance: 3.2,
  /** Rows with more than one cell. */
  minFullRows: 3,
  /** Share of the cells that are filled at least. */
  filled: 0.45,
  /** The same of a table with two columns, none of them of numbers. */
  filledWithText: 0.7,
  /** The same of a table with more than two columns of text. */
  filledAligned: 0.5,
  /** Share of the lines of columns of text that go on in the next ones. */
  runningText: 0.4,
  /** Share of a column's cells that are numbers. */
  numeric: 0.6,
  /** Letters: a first column of shorter ones is the labels of a list. */
  labelLength: 5,
  /** em: a longer cell is a line of text. */
  longCell: 16,
  /** Share of a column's cells: more long ones are a column of text. */
  longCells: 0.6,
  /** Points: cells of a column begin within it. */
  sameEdge: 1.5,
  /** Share of the cells of a column of text that begin at its edge. */
  aligned: 0.9,
  /** em between two columns of text at least. */
  gapOfText: 1.5,
  /** Times the size of the first row: a larger line by itself is no row. */
  headingSize: 1.12,
  /** em from a heading over some columns to the row below it. */
  headingDistance: 1.8,
  /** em from the rows to a line over or under them. */
  ruleDistance: 1.2,
  /** Share of the table's width that such a line has. */
  ruleWidth: 0.8,
  /** Points by which rows are further from each other than lines of a cell. */
  rowGap: 1,
  /** em: a row without a first cell that is closer goes on with the row above. */
  sameRow: 1.35,
};

/** @param pieces those of one column of the page */
export function alignedTables(pieces: readonly TextLine[], page: PageContent): AlignedTable[] {
  const rows = rowsOf(pieces).map((row) => row.toSorted((a, b) => a.left - b.left));
  const found: AlignedTable[] = [];
  let free = 0;
  for (let start = 0; start < rows.length;) {
    const end = lastRow(rows, start);
    const first = end - start >= 2 ? firstRow(rows, start, free, columnsOf(rows.slice(start, end).flat())) : start;
    const table = end - start >= 2 ? tableOf(rows.slice(first, end), page) : null;
    if (table === null) start += 1;
    else {
      found.push(table);
      start = end;
      free = end;
    }
  }
  return found;
}

/** How far rows go on whose pieces leave common gaps. */
function lastRow(rows: readonly TextLine[][], start: number): number {
  if ((rows[start]?.length ?? 0) < 2) return start;
  let columns = columnsOf(rows[start] ?? []);
  let end = start + 1;
  let lastFull = end;
  for (; end < rows.length; end++) {
    const row = rows[end] ?? [];
    if (distanceTo(rows[end - 1], row) > (row[0]?.size ?? 10) * thresholds.rowDistance) break;
    const merged = columnsOf([...columns.map(asLine), ...row]);
    if (merged.length < Math.max(2, columns.length)) break;
    // A larger line by itself is a heading of what follows.
    if (row.length === 1 && (row[0]?.size ?? 0) > (rows[start]?.[0]?.size ?? 0) * thresholds.headingSize) break;
    columns = merged;
    const goesOn =
      lastFull === end && row.every(({ left }) => left > (columns[0]?.right ?? 0)) && isNextLine(rows, end);
    if (row.length > 1 || goesOn) lastFull = end + 1;
  }
  return lastFull;
}

/** Whether the row is as close to the one above as lines of one cell are. */
const isNextLine = (rows: readonly TextLine[][], at: number): boolean =>
  distanceTo(rows[at - 1], rows[at] ?? []) < (rows[at]?.[0]?.size ?? 10) * thresholds.sameRow;

/** The first row of a heading over some of the columns, whose first cell is empty. */
function firstRow(rows: readonly TextLine[][], start: number, from: number, columns: readonly Column[]): number {
  let first = start;
  while (first > from) {
    const [row, below] = [rows[first - 1] ?? [], rows[first] ?? []];
    const isHeading =
      distanceTo(row, below) < (row[0]?.size ?? 10) * thresholds.headingDistance &&
      row.every(({ left, right }) =>
        columns
          .slice(1)
          .some(
            (column) => Math.abs(left - column.left) < thresholds.sameEdge && right < column.right + thresholds.minGap,
          ),
      );
    if (!isHeading) break;
    first -= 1;
  }
  return first;
}

const asLine = ({ left, right }: Column): TextLine => ({
  left,
  right,
  top: 0,
  bottom: 0,
  page: 0,
  glyphs: [],
  baseline: 0,
  size: 0,
});

/** Stretches of the width that pieces take, parted by gaps. */
function columnsOf(pieces: readonly TextLine[]): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left < last.right + thresholds.minGap) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function tableOf(rows: readonly TextLine[][], page: PageContent): AlignedTable | null {
  const pieces = rows.flat();
  const columns = columnsOf(pieces);
  const columnOf = (piece: TextLine) =>
    columns.findIndex(({ left, right }) => piece.left >= left - 1 && piece.right <= right + 1);
  const full = rows.filter((row) => row.length > 1);
  if (columns.length < 2 || full.length < thresholds.minFullRows) return null;
  const filled = rows.reduce((sum, row) => sum + new Set(row.map(columnOf)).size, 0) / (rows.length * columns.length);
  if (filled < thresholds.filled) return null;
  const inColumn = columns.map((_, n) => pieces.filter((piece) => columnOf(piece) === n));
  const isNumeric = (own: readonly TextLine[]) =>
    own.filter((piece) => /^[\s$€£(+-]*[\d.,' %)-]+\s*%?$/.test(textOfLine(piece))).length >=
    own.length * thresholds.numeric;
  const numeric = inColumn.slice(1).filter(isNumeric).length;
  // Labels before text are a list, numbers behind dots a table of contents, long lines on both sides columns of text.
  if (inColumn[0]?.every((piece) => textOfLine(piece).length < thresholds.labelLength || labelOf(piece) !== null))
    return null;
  if (pieces.some((piece) => /\.{5,}|(?:\. ){4}/.test(textOfLine(piece)))) return null;
  if (numeric === 0 && !isRuled(rows, page)) {
    const least = columns.length === 2 ? thresholds.filledWithText : thresholds.filledAligned;
    if (filled < least || pieces.some(isTypewritten) || isRunningText(inColumn)) return null;
    if (inColumn.slice(1).some((own) => own.length < thresholds.minFullRows || !isAligned(own))) return null;
    if (columns.length === 2 && gapOf(columns) < (pieces[0]?.size ?? 10) * thresholds.gapOfText) return null;
  }
  const long = inColumn.filter(
    (own) =>
      own.length > 2 &&
      own.filter(({ left, right, size }) => right - left > size * thresholds.longCell).length >
        own.length * thresholds.longCells,
  );
  if (long.length > 1) return null;
  return build(rows, columns, columnOf, page);
}

/** Whether lines of columns go on in their next lines: then these are columns of text. */
function isRunningText(inColumn: readonly (readonly TextLine[])[]): boolean {
  const goesOn = (text: string, next: string) => /\S\s+\S.*[\p{L},]-?$/u.test(text) && /^\p{Ll}/u.test(next);
  const steps = inColumn
    .map((own) => own.map(textOfLine))
    .flatMap((own) => own.slice(1).map((text, n) => goesOn(own[n] ?? '', text)));
  return steps.filter(Boolean).length > steps.length * thresholds.runningText;
}

/** Whether the pieces begin at one edge: lines of text that happen to have gaps do not. */
function isAligned(pieces: readonly TextLine[]): boolean {
  const left = Math.min(...pieces.map((piece) => piece.left));
  const first = pieces.filter((piece) => piece.left - left < thresholds.sameEdge);
  return first.length >= pieces.length * thresholds.aligned;
}

/** Listings of programs have columns that are no cells. */
const isTypewritten = ({ glyphs }: TextLine): boolean => /courier|mono|consol/i.test(glyphs[0]?.style.font ?? '');

const gapOf = ([first, second]: readonly Column[]): number => (second?.left ?? 0) - (first?.right ?? 0);

/** Whether a line goes over or under the rows, from one side to the other. */
function isRuled(rows: readonly TextLine[][], page: PageContent): boolean {
  const box = union(rows.flat());
  const near = (rows[0]?.[0]?.size ?? 10) * thresholds.ruleDistance;
  const across = page.rules.filter(
    ({ direction, left, right }) =>
      direction === 'horizontal' &&
      left < box.left + near &&
      right > box.left + (box.right - box.left) * thresholds.ruleWidth,
  );
  const [above, below] = [box.top, box.bottom].map((y) => across.some((rule) => Math.abs(rule.top - y) < near));
  return above === true && below === true;
}

function build(
  rows: readonly TextLine[][],
  columns: readonly Column[],
  columnOf: (piece: TextLine) => number,
  page: PageContent,
): AlignedTable {
  const box = union(rows.flat());
  const xs = [box.left, ...columns.slice(1).map(({ left }, n) => ((columns[n]?.right ?? left) + left) / 2), box.right];
  const groups: TextLine[][] = [];
  const leading = leadingOfCells(rows);
  for (const row of rows) {
    const last = groups.at(-1);
    const distance = last === undefined ? Infinity : distanceTo(last, row);
    // A row that has nothing in its first column goes on with the one above.
    const isRest =
      row.length < columns.length &&
      row.every((piece) => columnOf(piece) > 0) &&
      row.length <= Math.ceil(columns.length / 2) &&
      distance < (row[0]?.size ?? 10) * thresholds.sameRow;
    if (last !== undefined && (isRest || distance < leading)) last.push(...row);
    else groups.push([...row]);
  }
  const ys = groups.map((group) => union(group).top);
  ys.push(box.bottom);
  const lines = new Map<CellBlock, TextLine[]>();
  const cells = groups.flatMap((group, row) =>
    columns.map((_, column): CellBlock => {
      const cell: CellBlock = {
        box: { left: xs[column] ?? 0, right: xs[column + 1] ?? 0, top: ys[row] ?? 0, bottom: ys[row + 1] ?? 0 },
        row,
        column,
        rowSpan: 1,
        columnSpan: 1,
        blocks: [],
        borders: {},
      };
      lines.set(cell, linesOf(group.filter((piece) => columnOf(piece) === column)));
      return cell;
    }),
  );
  const headerRows = isRuledAt(page, box, [groups[0], groups[1]]) && groups.length > 2 ? 1 : 0;
  return { table: { kind: 'table', page: page.index, box, xs, ys, cells, headerRows }, pieces: rows.flat(), lines };
}

/** Rows that are closer are lines of one cell: where rows stand at two distances the smaller one is that of lines. */
function leadingOfCells(rows: readonly TextLine[][]): number {
  const distances = rows.slice(1).map((row, n) => distanceTo(rows[n], row));
  const [least, most] = [Math.min(...distances), Math.max(...distances)];
  const close = distances.filter((distance) => distance < least + thresholds.rowGap);
  const isLine = least < (rows[0]?.[0]?.size ?? 10) * thresholds.sameRow && most > least + thresholds.rowGap;
  return isLine && close.length < distances.length ? least + thresholds.rowGap : 0;
}

/** Whether a line parts two rows: those above it are a header. */
function isRuledAt({ rules }: PageContent, box: Box, [above, below]: (readonly TextLine[] | undefined)[]): boolean {
  if (above === undefined || below === undefined) return false;
  const [top, bottom] = [
    Math.max(...above.map(({ baseline }) => baseline)),
    Math.min(...below.map((piece) => piece.baseline)),
  ];
  return rules.some(
    (rule) =>
      rule.direction === 'horizontal' &&
      rule.top > top &&
      rule.bottom < bottom &&
      rule.right - rule.left > (box.right - box.left) * thresholds.ruleWidth &&
      overlaps({ ...rule, top: box.top, bottom: box.bottom }, box),
  );
}

const distanceTo = (group: readonly TextLine[] | undefined, row: readonly TextLine[]): number =>
  (row[0]?.baseline ?? 0) - Math.max(...(group ?? []).map(({ baseline }) => baseline));
