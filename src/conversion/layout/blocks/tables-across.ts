// Tables whose gaps look like the gutters of columns: their cells begin side by side in row after row, and no row's text goes on
// in the next one, as that of a column does.
import type { Box } from '../box.ts';
import type { TextLine, PageContent } from '../page-content.ts';
import { joined, textOfLine } from '../lines/lines.ts';
import type { RegionBounds } from './columns.ts';
import { openTables } from './open-tables.ts';
import { goesOn, isNumeric } from './table-evidence.ts';
import type { AlignedTable } from './table-from-rows.ts';
import { isFull } from './table-rows.ts';

const thresholds = {
  /** Rows at least. */
  rows: 3,
  /** em by which cells of one row may begin below each other. */
  sameStart: 0.3,
  /** Share of the rows whose cells begin side by side. */
  besideRows: 0.7,
  /** Share of the cells whose text may seem to go on below. */
  goingOn: 0.15,
  /** em: a column of text is as wide. */
  textWidth: 12,
  /** Share of its width that its lines fill, but for the last ones of paragraphs. */
  longLine: 0.6,
  /** Share of its cells that may end where the line does. */
  fullSteps: 0.5,
  /** Lines of a row, on average: columns of text have more. */
  linesOfRow: 6,
  /** Share of the usual distance by which those of columns of text differ. */
  samePitch: 0.04,
  /** Share of a column's width that columns of text fill. */
  filledWidth: 0.35,
};

/** The tables that stand over gutters between columns; rules that belong to them are taken from the page. */
export function tablesAcross(
  fragments: readonly TextLine[],
  regions: readonly RegionBounds[],
  page: PageContent,
): AlignedTable[] {
  const gutters = regions.flatMap(({ columns, top, bottom }) =>
    columns.slice(1).map(({ left }, n): Box => ({ left: columns[n]?.right ?? left, right: left, top, bottom })),
  );
  if (gutters.length === 0) return [];
  const pieces = joined(fragments);
  const isWanted = (found: AlignedTable) => gutters.some((gutter) => isOver(found, gutter)) && isRowed(found);
  return openTables(pieces, page, isWanted);
}

const isOver = ({ table: { box } }: AlignedTable, { left, right, top, bottom }: Box): boolean =>
  box.left < left && box.right > right && box.top < bottom && box.bottom > top;

/** Whether the text stands in rows. */
function isRowed({ table, lines }: AlignedTable): boolean {
  const columns = table.xs.length - 1;
  const rows = Array.from({ length: table.ys.length - 1 }, (_, n) =>
    table.cells.flatMap((cell) => {
      const own = lines.get(cell) ?? [];
      return cell.row === n && own.length > 0 ? [{ column: cell.column, own }] : [];
    }),
  ).filter((row) => row.length > 0);
  if (rows.length < thresholds.rows) return false;
  const beside = rows.filter((row) => {
    const starts = row.map(({ own }) => own[0]?.baseline ?? 0);
    const [top, em] = [Math.min(...starts), row[0]?.own[0]?.size ?? 10];
    return starts.filter((y) => y - top < em * thresholds.sameStart).length >= Math.max(2, columns / 2);
  });
  if (beside.length < rows.length * thresholds.besideRows) return false;
  const all = rows.flat();
  const height = rows.reduce((sum, row) => sum + Math.max(...row.map(({ own }) => own.length)), 0);
  if (height > rows.length * thresholds.linesOfRow) return false;
  const steps = stepsOf(rows);
  const going = steps.filter(({ last, next }) => goesOn(textOfLine(last), textOfLine(next)));
  if (going.length > steps.length * thresholds.goingOn) return false;
  for (const [column, own] of Map.groupBy(steps, (step) => step.column)) {
    const texts = all.flatMap((cell) => (cell.column === column ? cell.own : []));
    if (isRunning(own, texts)) return false;
  }
  return (
    !isEvenlySpaced(
      table.xs,
      all.flatMap(({ own }) => own),
    ) || isOfNumbers(rows, columns)
  );
}

interface Step {
  column: number;
  /** The last line of a cell, and the first one of the cell below. */
  last: TextLine;
  next: TextLine;
}

const stepsOf = (rows: readonly { column: number; own: TextLine[] }[][]): Step[] =>
  rows.slice(1).flatMap((row, n) =>
    row.flatMap(({ column, own }) => {
      const [last, next] = [rows[n]?.find((cell) => cell.column === column)?.own.at(-1), own[0]];
      return last === undefined || next === undefined ? [] : [{ column, last, next }];
    }),
  );

/** Whether most of the cells of a column of text end where the line does: then it is running text, cut by its neighbours' rows. */
function isRunning(steps: readonly Step[], lines: readonly TextLine[]): boolean {
  const [left, right] = [Math.min(...lines.map((line) => line.left)), Math.max(...lines.map((line) => line.right))];
  const isLong = (line: TextLine) => line.right - line.left > (right - left) * thresholds.longLine;
  const full = steps.filter(({ last, next }) => isLong(last) && isLong(next) && isFull(last, next, right));
  return (
    right - left > (lines[0]?.size ?? 10) * thresholds.textWidth &&
    full.length > 1 &&
    full.length > steps.length * thresholds.fullSteps
  );
}

/** Whether all columns are as wide as each other and filled, as those of running text and of indexes are. */
function isEvenlySpaced(xs: readonly number[], lines: readonly TextLine[]): boolean {
  const widths = xs.slice(1).map((x, n) => x - (xs[n] ?? 0));
  const mean = ((xs.at(-1) ?? 0) - (xs[0] ?? 0)) / widths.length;
  const length = lines.reduce((sum, { left, right }) => sum + right - left, 0) / lines.length;
  // The last column has no end but that of its longest line.
  const inner = widths.length > 2 ? widths.slice(0, -1) : widths;
  const usual = inner.reduce((sum, width) => sum + width, 0) / inner.length;
  return (
    inner.every((width) => Math.abs(width - usual) < usual * thresholds.samePitch) &&
    length > mean * thresholds.filledWidth
  );
}

function isOfNumbers(rows: readonly { column: number; own: TextLine[] }[][], columns: number): boolean {
  const numeric = Array.from({ length: columns }, (_, n) =>
    isNumeric(rows.flatMap((row) => row.flatMap(({ column, own }) => (column === n ? own.slice(0, 1) : [])))),
  );
  return numeric.slice(1).filter(Boolean).length * 2 >= columns - 1;
}
