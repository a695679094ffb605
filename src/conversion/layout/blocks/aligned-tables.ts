// Tables without lines: rows of pieces that are aligned in columns.
// (Cf. Kieninger and Dengel, "The T-Recs Table Recognition and Analysis System", DAS 1998.)
import { type Span, union } from '../box.ts';
import { stretchesOf } from '../groups.ts';
import type { TextLine, PageContent } from '../page-content.ts';
import { rowsOf } from '../lines/lines.ts';
import type { TableCandidate } from './table-candidate.ts';
import { rulesAcross } from './table-evidence.ts';
import { columnAt, joinedInColumns, partedAtGaps } from './narrow-gaps.ts';
import { tableFromRows } from './table-from-rows.ts';
import { type CellLine, piecesOf, tableRows } from './table-rows.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points: a narrower gap does not part columns. */
  minGap: 7,
  /** em: the same where more than two rows have it at one place. */
  narrowGap: 0.6,
  /** First rows of a table that are tried with the same last one. */
  tries: 40,
  /** em: a line of a column of text is longer. */
  textWidth: 14,
  /** em between the baselines of rows; further away is another table. */
  rowDistance: 3.2,
  /** em from a heading over some columns to the row below it. */
  headingDistance: 1.8,
  /** em from a header to the line below it. */
  headerDistance: 0.8,
};

/** Yields candidates among the pieces of one column of the page, from top to bottom; `isTable` says which are not looked into again. */
export function* alignedTables(
  pieces: readonly TextLine[],
  page: PageContent,
  isTable: (candidate: TableCandidate) => boolean,
): Generator<TableCandidate> {
  const rows = rowsOf(pieces).map((row) => row.toSorted((a, b) => a.left - b.left));
  yield* tablesAmong(rows, page, thresholds.minGap, isTable);
  const narrow = (pieces[0]?.size ?? 10) * thresholds.narrowGap;
  const parted = rows.map((row) => row.flatMap((piece) => partedAtGaps(piece, thresholds.narrowGap)));
  if (parted.some((row, n) => row.length !== rows[n]?.length)) yield* tablesAmong(parted, page, narrow, isTable);
}

function* tablesAmong(
  rows: readonly TextLine[][],
  page: PageContent,
  minGap: number,
  isTable: (candidate: TableCandidate) => boolean,
): Generator<TableCandidate> {
  let free = 0;
  let tries = 0;
  for (let start = 0; start < rows.length;) {
    const end = lastRow(rows, start, minGap);
    const candidate =
      end - start < 2
        ? undefined
        : tableOf(rows.slice(firstRow(rows, { from: free, start, end }, page, minGap), end), page, minGap);
    if (candidate !== undefined) yield candidate;
    if (candidate !== undefined && isTable(candidate)) {
      [start, free, tries] = [end, end, 0];
      continue;
    }
    start += 1;
    tries += 1;
    // Columns of text are known from their first lines: the rest of them is not tried again, line by line.
    if (tries > thresholds.tries) [start, tries] = [Math.max(start, end), 0];
    while (start < end && isOfText(rows[start] ?? [])) start += 1;
  }
}

/** Whether columns of text are side by side. */
const isOfText = (row: readonly TextLine[]): boolean =>
  row.filter(({ left, right, size }) => right - left > size * thresholds.textWidth).length > 1;

/** The number of consecutive rows whose pieces leave common gaps. */
function lastRow(rows: readonly TextLine[][], start: number, minGap: number): number {
  if ((rows[start]?.length ?? 0) < 2) return start;
  let columns = stretchesOf(rows[start] ?? [], minGap);
  let end = start + 1;
  let lastFull = end;
  for (; end < rows.length; end++) {
    const row = rows[end] ?? [];
    if (distanceTo(rows[end - 1], row) > (row[0]?.size ?? 10) * thresholds.rowDistance) break;
    const merged = stretchesOf([...columns, ...row], minGap);
    if (merged.length < Math.max(2, columns.length)) break;
    // A separate larger line is a heading of the following text.
    if (row.length === 1 && (row[0]?.size ?? 0) > (rows[start]?.[0]?.size ?? 0) * tolerances.titleSize) break;
    columns = merged;
    const goesOn =
      lastFull === end &&
      (row.every(({ left }) => left > (columns[0]?.right ?? 0))
        ? isNextLine(rows, end)
        : columns.length > 2 && row.every((piece) => isBelowLine(rows.slice(start, end), piece)));
    if (row.length > 1 || goesOn) lastFull = end + 1;
  }
  return lastFull;
}

/** Whether a line of the same cell is right above the piece. */
const isBelowLine = (rows: readonly TextLine[][], piece: TextLine): boolean =>
  rows
    .flat()
    .some(
      (other) =>
        Math.abs(other.left - piece.left) < tolerances.sameEdgePoints &&
        piece.baseline - other.baseline < piece.size * tolerances.cellLineEm,
    );

/** Whether the row is as close to the one above as lines of one cell are. */
const isNextLine = (rows: readonly TextLine[][], at: number): boolean =>
  distanceTo(rows[at - 1], rows[at] ?? []) < (rows[at]?.[0]?.size ?? 10) * tolerances.cellLineEm;

/** The first row of a heading over some of the columns, whose first cell is empty, or of one that a line parts from the rows. */
function firstRow(
  rows: readonly TextLine[][],
  { from, start, end }: { from: number; start: number; end: number },
  page: PageContent,
  minGap: number,
): number {
  const below = rows.slice(start, end).flat();
  const columns = stretchesOf(below, minGap);
  const fits = ({ left, right }: TextLine, among: readonly Span[]) =>
    among.some(
      (column) =>
        Math.abs(left - column.left) < tolerances.sameEdgePoints &&
        right < Math.max(column.right + minGap, nextLeft(columns, column) - minGap),
    );
  const top = union(below).top;
  const across = rulesAcross(below, page);
  const isHeaded = (row: readonly TextLine[]) =>
    across.some(
      ({ top: y }) =>
        y < top && y > bottomOf(row) && y - bottomOf(row) < (row[0]?.size ?? 10) * thresholds.headerDistance,
    );
  let first = start;
  let isOfHeader = false;
  while (first > from) {
    const [row, next] = [rows[first - 1] ?? [], rows[first] ?? []];
    if (distanceTo(row, next) > (row[0]?.size ?? 10) * thresholds.headingDistance) break;
    isOfHeader ||= isHeaded(row);
    if (!row.every((piece) => fits(piece, isOfHeader ? columns : columns.slice(1)))) break;
    first -= 1;
  }
  return first;
}

const nextLeft = (columns: readonly Span[], { left }: Span): number =>
  Math.min(...columns.map((other) => other.left).filter((x) => x > left));

function tableOf(parts: readonly TextLine[][], page: PageContent, minGap: number): TableCandidate | undefined {
  const columns = stretchesOf(parts.flat(), minGap);
  if (columns.length < 2) return undefined;
  const lines = parts.map((row) =>
    joinedInColumns(row, columns).map((piece): CellLine => ({ piece, column: columnAt(columns, piece), span: 1 })),
  );
  const pieces = lines.flatMap(piecesOf);
  const rules = rulesAcross(pieces, page);
  const rows = tableRows(lines, rules);
  const gaps = columns.slice(1).map((column, n) => ({ left: columns[n]?.right ?? column.left, right: column.left }));
  const { left, right } = union(pieces);
  return tableFromRows({ lines, rows, columns, rules }, { left, right, gaps }, page);
}

/** Its baseline: a line under a row may touch the letters that reach below. */
const bottomOf = (row: readonly TextLine[]): number => Math.max(...row.map(({ baseline }) => baseline));

const distanceTo = (group: readonly TextLine[] | undefined, row: readonly TextLine[]): number =>
  (row[0]?.baseline ?? 0) - bottomOf(group ?? []);
