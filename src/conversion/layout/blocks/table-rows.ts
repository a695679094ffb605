// The rows of a table without lines between them: lines of text that continue in their cells belong to one row.
// (Blocks of cells as in Kieninger and Dengel, "The T-Recs Table Recognition and Analysis System", DAS 1998.)
import { union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import type { Rule, TextLine } from '../page-content.ts';
import { textOfLine } from '../lines/lines.ts';
import { isNumeric } from '../text/numbers.ts';
import { isFull } from '../text/running-text.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points by which rows are further from each other than lines of a cell. */
  rowGap: 1,
  /** em above and below within which text of other cells continues beside a line. */
  beside: 0.6,
};

/** Lines on one baseline, each with its column. */
export interface CellLine {
  piece: TextLine;
  column: number;
  /** Columns that it reaches over. */
  span: number;
}

/**
 * Groups lines into the rows of a table.
 * @param lines from top to bottom, those on one baseline together
 * @param rules those across the table: nothing continues over them
 */
export function tableRows(lines: readonly (readonly CellLine[])[], rules: readonly Rule[]): CellLine[][] {
  const parts = groupsOf(
    lines,
    (above, line) => !rules.some(({ top }) => top > bottomOf(above) - 1 && top < topOf(line) + 1),
  );
  const stepped = parts.map((part) => ({ part, steps: stepsOf(part) }));
  const isWrapped = stepped.some(({ part, steps }) => hasWraps(part, steps));
  return stepped.flatMap(({ part, steps }) =>
    isInterleaved(part) ? [part.flat()] : isWrapped ? rowsByStarts(part, steps) : rowsByDistance(part),
  );
}

/** Whether lines are so close that their cells must be beside each other: a label at half the height of two lines. */
const isInterleaved = (lines: readonly (readonly CellLine[])[]): boolean =>
  bottomOf(lines.at(-1) ?? []) - bottomOf(lines[0] ?? []) < sizeOf(lines[0] ?? []) * tolerances.cellLineEm &&
  lines.every((line, n) => !line.some(({ column }) => lines[n - 1]?.some((other) => other.column === column)));

/** Whether some cells surely have several lines: a word is hyphenated, or a sentence continues where other cells have ended. */
const hasWraps = (lines: readonly (readonly CellLine[])[], steps: ReadonlyMap<CellLine, Step>): boolean =>
  lines.some((line, n) =>
    line.some((cell) => {
      const step = steps.get(cell);
      return step === 'parted' || (step === 'rest' && line.length < (lines[n - 1]?.length ?? 0));
    }),
  );

export const piecesOf = (row: readonly CellLine[]): TextLine[] => row.map(({ piece }) => piece);
export const topOf = (row: readonly CellLine[]): number => union(piecesOf(row)).top;
/** Its last baseline: a rule under a row may touch the letters that reach below. */
export const bottomOf = (row: readonly CellLine[]): number => Math.max(...row.map(({ piece }) => piece.baseline));
const sizeOf = (line: readonly CellLine[]): number => line[0]?.piece.size ?? 10;

/**
 * The relation of a line of a cell to the line above: it begins something after nothing (start) or after room for its first word
 * (fresh), continues a word (parted) or a sentence (rest), or may do either (open).
 */
type Step = 'start' | 'fresh' | 'open' | 'rest' | 'parted';

function stepsOf(lines: readonly (readonly CellLine[])[]): Map<CellLine, Step> {
  const steps = new Map<CellLine, Step>();
  for (const column of Map.groupBy(lines.flat(), (cell) => cell.column).values())
    for (const run of runsOf(column)) {
      const right = Math.max(...run.map(({ piece }) => piece.right));
      for (const [n, cell] of run.entries()) {
        const above = run[n - 1]?.piece;
        steps.set(cell, above === undefined ? 'start' : stepFrom(above, cell.piece, right));
      }
    }
  return steps;
}

/** Lines of a column that follow each other with nothing between. */
const runsOf = (column: readonly CellLine[]): CellLine[][] =>
  groupsOf(
    column,
    ({ piece: last }, { piece }) =>
      piece.baseline - last.baseline < piece.size * tolerances.cellLineEm && Math.abs(piece.size - last.size) < 1,
  );

function stepFrom(above: TextLine, piece: TextLine, right: number): Step {
  const [before, after] = [textOfLine(above).trim(), textOfLine(piece).trim()];
  if (/\p{Ll}[-\u2010\u00ad\u0002]$/u.test(before) && /^\p{Ll}/u.test(after)) return 'parted';
  if (!isFull(above, piece, right)) return 'fresh';
  return /[\p{L},]$/u.test(before) && /^[\p{Ll}(]/u.test(after) && /\s/.test(before) ? 'rest' : 'open';
}

/** A row begins where the first cell does after nothing, or several others; elsewhere only if most cells may begin and no cell continues. */
function rowsByStarts(lines: readonly (readonly CellLine[])[], steps: ReadonlyMap<CellLine, Step>): CellLine[][] {
  const columns = new Set(lines.flat().map(({ column }) => column));
  const first = Math.min(...columns);
  const tops: { y: number; size: number }[] = [];
  for (const line of lines) {
    const [y, size, last] = [bottomOf(line), sizeOf(line), tops.at(-1)];
    if (last !== undefined && y - last.y < last.size * tolerances.sameStartEm) continue;
    // Cells of one row may begin a little lower.
    const near = lines.filter((other) => bottomOf(other) >= y && bottomOf(other) - y < size * tolerances.sameStartEm);
    const at = (...kinds: readonly Step[]) =>
      new Set(near.flat().flatMap((cell) => (kinds.includes(steps.get(cell) ?? 'open') ? [cell.column] : [])));
    const beside = lines
      .filter((other) => Math.abs(bottomOf(other) - y) < size * thresholds.beside)
      .flatMap((other) => other.map((cell) => steps.get(cell)));
    const [starts, fresh, begun] = [at('start'), at('start', 'fresh'), at('start', 'fresh', 'open')];
    const isMost = begun.size >= columns.size / 2;
    const begins =
      starts.has(first) ||
      starts.size > 1 ||
      (fresh.has(first) && isMost) ||
      (isMost && begun.size > 2) ||
      begun.size === columns.size;
    // A cell may begin with a small letter: a sentence seems to continue, while other cells begin after nothing.
    const goesOn = beside.includes('parted') || (beside.includes('rest') && !(starts.has(first) && starts.size > 1));
    if (last === undefined || (begins && !goesOn)) tops.push({ y, size });
  }
  const rows: CellLine[][] = tops.map(() => []);
  for (const cell of lines.flat()) {
    const at = tops.findLastIndex(({ y, size }) => cell.piece.baseline > y - size * tolerances.sameRowEm);
    rows[Math.max(0, at)]?.push(cell);
  }
  return rows.filter((row) => row.length > 0);
}

/** Every line is a row, unless lines have two distances: the smaller one is that of lines in a cell. */
function rowsByDistance(lines: readonly (readonly CellLine[])[]): CellLine[][] {
  const columns = new Set(lines.flat().map(({ column }) => column));
  const first = Math.min(...columns);
  const leading = leadingOfCells(lines);
  const rows: CellLine[][] = [];
  for (const [n, line] of lines.entries()) {
    const [last, before] = [rows.at(-1), lines[n - 1]];
    const distance = before === undefined ? Infinity : bottomOf(line) - bottomOf(before);
    // A line that has nothing in the first column continues the row above.
    const isRest =
      line.length < columns.size &&
      line.every(({ column }) => column > first) &&
      line.length <= Math.ceil(columns.size / 2) &&
      distance < sizeOf(line) * tolerances.cellLineEm;
    const isSum =
      before !== undefined &&
      line.some((cell) => isAmount(cell) && before.some((other) => other.column === cell.column && isAmount(other)));
    if (last !== undefined && ((isRest && !isSum) || distance < leading)) last.push(...line);
    else rows.push([...line]);
  }
  return rows;
}

/** Amounts below amounts do not continue: they are rows. */
const isAmount = ({ piece }: CellLine): boolean => isNumeric(textOfLine(piece));

function leadingOfCells(lines: readonly (readonly CellLine[])[]): number {
  const distances = lines.slice(1).map((line, n) => bottomOf(line) - bottomOf(lines[n] ?? []));
  const [min, most] = [Math.min(...distances), Math.max(...distances)];
  const close = distances.filter((distance) => distance < min + thresholds.rowGap);
  const isLine = min < sizeOf(lines[0] ?? []) * tolerances.cellLineEm && most > min + thresholds.rowGap;
  return isLine && close.length < distances.length ? min + thresholds.rowGap : 0;
}
