// Whether lines of text with gaps between them are a table, not a list, a table of contents, a listing or columns of text.
import { type Span, union } from '../box.ts';
import type { TextLine, PageContent, Rule } from '../page-content.ts';
import { textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { isTypewriter } from '../text/typewriter.ts';
import { bottomOf, type CellLine, piecesOf, topOf } from './table-rows.ts';

const thresholds = {
  /** Points: cells of a column begin within it. */
  sameEdge: 1.5,
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
  /** Share of the cells of a column of text that begin at its edge. */
  aligned: 0.9,
  /** em between two columns of text at least. */
  gapOfText: 1.5,
  /** Rows of two columns of words that are closer, without a cell missing. */
  minCloseRows: 4,
  /** Rows with more than one cell, where a line parts them from a header. */
  minRuledRows: 2,
  /** Share of the cells that are filled there. */
  filledRuled: 0.3,
  /** em by which cells of one row may begin below each other. */
  sameStart: 1.05,
  /** Share of the rows whose cells begin together, of a table with cells of several lines. */
  wholeRows: 0.5,
  /** em from the rows to a line over or under them. */
  ruleDistance: 1.2,
  /** Share of the table's width that such a line has. */
  ruleWidth: 0.8,
};

interface Candidate {
  /** Pieces on one baseline each, from left to right. */
  lines: readonly CellLine[][];
  /** The lines as rows: costly, so asked for last. */
  rows: () => readonly CellLine[][];
  columns: readonly Span[];
  /** The lines that go over the pieces. */
  rules: readonly Rule[];
  /** The columns are hardly further apart than words. */
  isNarrow?: boolean;
}

export function isTable({ lines: cells, rows, columns, rules, isNarrow = false }: Candidate): boolean {
  const lines = cells.map(piecesOf);
  if (isNarrow && (lines.filter((line) => line.length > 1).length < thresholds.minFullRows || lines.every(isEquation)))
    return false;
  const pieces = lines.flat();
  const inColumn = columns.map((_, n) => cells.flat().flatMap(({ piece, column }) => (column === n ? [piece] : [])));
  if (isLabelled(inColumn[0] ?? []) || inColumn.some((own) => own.every(isBullet))) return false;
  const isLikely =
    rules.length > 0 && isHeaded(rows(), rules)
      ? isFilled(rows(), columns.length)
      : isPlainTable(lines, columns, inColumn, rules) ||
        (columns.length > 2 && isWrapped(lines, rows(), columns.length));
  return isLikely && !pieces.some(hasLeader);
}

/** Equations over each other have their signs and numbers at one place. */
const isEquation = (line: readonly TextLine[]): boolean => line.some((piece) => /[=≈≡≤≥<>]/.test(textOfLine(piece)));

/** Labels before text are a list. */
export const isLabelled = (pieces: readonly TextLine[]): boolean =>
  pieces.every((piece) => textOfLine(piece).length < thresholds.labelLength || labelOf(piece) !== undefined);

/** Numbers behind dots are a table of contents. */
const hasLeader = (piece: TextLine): boolean => /\.{5,}|(?:\. ){4,}/.test(textOfLine(piece));

/** Whether a line parts the rows, as it does below a header. */
const isHeaded = (rows: readonly CellLine[][], rules: readonly Rule[]): boolean =>
  rules.some(({ top: y }) => rows.some((row) => bottomOf(row) < y) && rows.some((row) => topOf(row) > y));

function isFilled(rows: readonly CellLine[][], columns: number): boolean {
  const cells = rows.map((row) => new Set(row.map(({ column }) => column)).size);
  return (
    cells.filter((count) => count > 1).length >= thresholds.minRuledRows &&
    cells.reduce((sum, count) => sum + count, 0) >= rows.length * columns * thresholds.filledRuled
  );
}

/** Whether cells of several lines begin together in row after row: columns of text do not. */
function isWrapped(lines: readonly (readonly TextLine[])[], rows: readonly CellLine[][], columns: number): boolean {
  const firsts = rows.map((row) => {
    const top = Math.min(...row.map(({ piece }) => piece.baseline));
    const begun = row.filter(({ piece }) => piece.baseline - top < piece.size * thresholds.sameStart);
    return new Set(begun.map(({ column }) => column)).size;
  });
  const whole = firsts.filter((count) => count > 2 && count >= columns / 2).length;
  return rows.length < lines.length && whole >= thresholds.minRuledRows && whole >= rows.length * thresholds.wholeRows;
}

/** Whether lines that nothing is drawn between are rows of a table. */
function isPlainTable(
  rows: readonly (readonly TextLine[])[],
  columns: readonly Span[],
  inColumn: readonly (readonly TextLine[])[],
  rules: readonly Rule[],
): boolean {
  const pieces = rows.flat();
  if (rows.filter((row) => row.length > 1).length < thresholds.minFullRows) return false;
  // Long lines on both sides are columns of text.
  const long = inColumn.filter(
    (own) => own.length > 2 && own.filter(isLong).length > own.length * thresholds.longCells,
  );
  if (long.length > 1) return false;
  const columnOf = new Map(inColumn.flatMap((own, n) => own.map((piece) => [piece, n])));
  const cells = rows.map((row) => new Set(row.map((piece) => columnOf.get(piece) ?? -1)).size);
  const filled = cells.reduce((sum, count) => sum + count, 0) / (rows.length * columns.length);
  if (filled < thresholds.filled) return false;
  if (!inColumn.slice(1).some(isNumeric) && !isRuled(pieces, rules)) {
    const least = columns.length === 2 ? thresholds.filledWithText : thresholds.filledAligned;
    if (filled < least || pieces.some(isTypewritten) || isRunningText(inColumn)) return false;
    if (inColumn.slice(1).some((own) => own.length < thresholds.minFullRows || !isAligned(own))) return false;
    const isClose = columns.length === 2 && gapOf(columns) < (pieces[0]?.size ?? 10) * thresholds.gapOfText;
    if (isClose && (filled < 1 || rows.length < thresholds.minCloseRows || pieces.some(isLong))) return false;
  }
  return true;
}

/** Whether most of the pieces are numbers. */
export const isNumeric = (pieces: readonly TextLine[]): boolean =>
  pieces.filter((piece) => /^[\s$€£(+-]*[\d.,' %)-]+\s*%?$/.test(textOfLine(piece))).length >=
  pieces.length * thresholds.numeric;

/** Whether a line of text seems to go on in the next one. */
export const goesOn = (text: string, next: string): boolean =>
  /\S\s+\S.*[\p{L},]-?$/u.test(text) && /^\p{Ll}/u.test(next);

/** Whether lines of columns go on in their next lines: then these are columns of text. */
function isRunningText(inColumn: readonly (readonly TextLine[])[]): boolean {
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

/** A bullet by itself: what stands behind it is an item. */
const isBullet = (piece: TextLine): boolean => /^[•◦▪‣●○■□·∙]$/.test(textOfLine(piece).trim());

/** Listings of programs have columns that are no cells. */
const isTypewritten = ({ glyphs }: TextLine): boolean => isTypewriter(glyphs[0]?.style.font ?? '');

const isLong = ({ left, right, size }: TextLine): boolean => right - left > size * thresholds.longCell;

const gapOf = ([first, second]: readonly Span[]): number => (second?.left ?? 0) - (first?.right ?? 0);

/** Whether a line goes over the pieces and another one under them. */
function isRuled(pieces: readonly TextLine[], rules: readonly Rule[]): boolean {
  const { top, bottom } = union(pieces);
  const near = (pieces[0]?.size ?? 10) * thresholds.ruleDistance;
  return [top, bottom].every((y) => rules.some((rule) => Math.abs(rule.top - y) < near));
}

/** The lines that go over the pieces from one side to the other. */
export function rulesAcross(pieces: readonly TextLine[], { rules }: PageContent): Rule[] {
  const box = union(pieces);
  const near = (pieces[0]?.size ?? 10) * thresholds.ruleDistance;
  return rules
    .filter(
      ({ direction, left, right, top }) =>
        direction === 'horizontal' &&
        left < box.left + near &&
        right > box.left + (box.right - box.left) * thresholds.ruleWidth &&
        top > box.top - near &&
        top < box.bottom + near,
    )
    .toSorted((a, b) => a.top - b.top);
}
