// Tables without lines: rows of pieces that stand over each other in columns.
// (Cf. Kieninger and Dengel, "The T-Recs Table Recognition and Analysis System", DAS 1998.)
import { type Span, union, withoutOverlaps } from '../box.ts';
import { stretchesOf } from '../groups.ts';
import type { TextLine, PageContent } from '../page-content.ts';
import { isBlank, rowsOf } from '../lines/lines.ts';
import { isTable, rulesAcross } from './table-evidence.ts';
import { columnAt, joinedInColumns, partedAtGaps } from './narrow-gaps.ts';
import { type AlignedTable, tableFromRows } from './table-from-rows.ts';
import { type CellLine, tableRows } from './table-rows.ts';

const thresholds = {
  /** Points: a narrower gap does not part columns. */
  minGap: 7,
  /** em: the same where more than two rows have it at one place. */
  narrowGap: 0.6,
  /** Rows with more than one cell, where the gaps are as narrow. */
  narrowRows: 3,
  /** em: a line of a column of text is longer. */
  textWidth: 14,
  /** em between the baselines of rows; further away is another table. */
  rowDistance: 3.2,
  /** Points: cells of a column begin within it. */
  sameEdge: 1.5,
  /** Times the size of the first row: a larger line by itself is no row. */
  headingSize: 1.12,
  /** em from a heading over some columns to the row below it. */
  headingDistance: 1.8,
  /** em from a header to the line below it. */
  headerDistance: 0.8,
  /** em: a row without a first cell that is closer goes on with the row above. */
  sameRow: 1.35,
};

/** @param pieces those of one column of the page */
export function alignedTables(pieces: readonly TextLine[], page: PageContent): AlignedTable[] {
  const rows = rowsOf(pieces).map((row) => row.toSorted((a, b) => a.left - b.left));
  const wide = tablesAmong(rows, page, { minGap: thresholds.minGap, isNarrow: false });
  const parted = rows.map((row) => row.flatMap((piece) => partedAtGaps(piece, thresholds.narrowGap)));
  if (parted.every((row, n) => row.length === rows[n]?.length)) return wide;
  const em = pieces[0]?.size ?? 10;
  return larger(wide, tablesAmong(parted, page, { minGap: em * thresholds.narrowGap, isNarrow: true }));
}

/** How far apart the columns that are looked for are. */
interface Gaps {
  /** Points. */
  minGap: number;
  /** Hardly further than words. */
  isNarrow: boolean;
}

/** Of tables that share text those with more of it, and with more columns where it is the same. */
function larger(wide: readonly AlignedTable[], narrow: readonly AlignedTable[]): AlignedTable[] {
  const textOf = ({ pieces }: AlignedTable) =>
    pieces.reduce((sum, { glyphs }) => sum + glyphs.filter((glyph) => !isBlank(glyph)).length, 0);
  const columns = ({ table }: AlignedTable) => table.xs.length;
  const bySize = [...wide, ...narrow].toSorted((a, b) => textOf(b) - textOf(a) || columns(b) - columns(a));
  return withoutOverlaps(bySize, ({ table }) => table.box).toSorted((a, b) => a.table.box.top - b.table.box.top);
}

function tablesAmong(rows: readonly TextLine[][], page: PageContent, gaps: Gaps): AlignedTable[] {
  const found: AlignedTable[] = [];
  let free = 0;
  for (let start = 0; start < rows.length;) {
    const end = lastRow(rows, start, gaps);
    const first = end - start >= 2 ? firstRow(rows, { from: free, start, end }, page, gaps) : start;
    const table = end - start >= 2 ? tableOf(rows.slice(first, end), page, gaps) : null;
    if (table === null) {
      start += 1;
      // Columns of text are known from their first line: the rest of them is not tried again, line by line.
      while (start < end && isOfText(rows[start] ?? [])) start += 1;
    } else {
      found.push(table);
      start = end;
      free = end;
    }
  }
  return found;
}

/** Whether columns of text stand side by side. */
const isOfText = (row: readonly TextLine[]): boolean =>
  row.filter(({ left, right, size }) => right - left > size * thresholds.textWidth).length > 1;

/** How far rows go on whose pieces leave common gaps. */
function lastRow(rows: readonly TextLine[][], start: number, { minGap }: Gaps): number {
  if ((rows[start]?.length ?? 0) < 2) return start;
  let columns = stretchesOf(rows[start] ?? [], minGap);
  let end = start + 1;
  let lastFull = end;
  for (; end < rows.length; end++) {
    const row = rows[end] ?? [];
    if (distanceTo(rows[end - 1], row) > (row[0]?.size ?? 10) * thresholds.rowDistance) break;
    const merged = stretchesOf([...columns, ...row], minGap);
    if (merged.length < Math.max(2, columns.length)) break;
    // A larger line by itself is a heading of what follows.
    if (row.length === 1 && (row[0]?.size ?? 0) > (rows[start]?.[0]?.size ?? 0) * thresholds.headingSize) break;
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

/** Whether a line of the same cell stands right above the piece. */
const isBelowLine = (rows: readonly TextLine[][], piece: TextLine): boolean =>
  rows
    .flat()
    .some(
      (other) =>
        Math.abs(other.left - piece.left) < thresholds.sameEdge &&
        piece.baseline - other.baseline < piece.size * thresholds.sameRow,
    );

/** Whether the row is as close to the one above as lines of one cell are. */
const isNextLine = (rows: readonly TextLine[][], at: number): boolean =>
  distanceTo(rows[at - 1], rows[at] ?? []) < (rows[at]?.[0]?.size ?? 10) * thresholds.sameRow;

/** The first row of a heading over some of the columns, whose first cell is empty, or of one that a line parts from the rows. */
function firstRow(
  rows: readonly TextLine[][],
  { from, start, end }: { from: number; start: number; end: number },
  page: PageContent,
  { minGap }: Gaps,
): number {
  const below = rows.slice(start, end).flat();
  const columns = stretchesOf(below, minGap);
  const fits = ({ left, right }: TextLine, among: readonly Span[]) =>
    among.some(
      (column) =>
        Math.abs(left - column.left) < thresholds.sameEdge &&
        right < Math.max(column.right + minGap, nextLeft(columns, column) - minGap),
    );
  const top = union(below).top;
  const across = once(() => rulesAcross(below, page));
  const isHeaded = (row: readonly TextLine[]) =>
    across().some(
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

function tableOf(parts: readonly TextLine[][], page: PageContent, { minGap, isNarrow }: Gaps): AlignedTable | null {
  if (isNarrow && parts.filter((row) => row.length > 1).length < thresholds.narrowRows) return null;
  const columns = stretchesOf(parts.flat(), minGap);
  if (columns.length < 2) return null;
  const rows = isNarrow ? parts.map((row) => joinedInColumns(row, columns)) : parts;
  const pieces = rows.flat();
  const lines = rows.map((row) => row.map((piece): CellLine => ({ piece, column: columnAt(columns, piece), span: 1 })));
  const rules = rulesAcross(pieces, page);
  const grouped = once(() =>
    tableRows(
      lines,
      rules.map(({ top }) => top),
    ),
  );
  if (!isTable({ lines, rows: grouped, columns, rules, isNarrow })) return null;
  const { left, right } = union(pieces);
  const gaps = columns.slice(1).map((column, n) => ({ left: columns[n]?.right ?? left, right: column.left }));
  return tableFromRows(grouped(), { left, right, gaps }, { rules, fills: page.fills, index: page.index });
}

/** Made when it is first needed: most candidates are ruled out without it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Its baseline: a line under a row may touch the letters that reach below. */
const bottomOf = (row: readonly TextLine[]): number => Math.max(...row.map(({ baseline }) => baseline));

const distanceTo = (group: readonly TextLine[] | undefined, row: readonly TextLine[]): number =>
  (row[0]?.baseline ?? 0) - Math.max(...(group ?? []).map(({ baseline }) => baseline));
