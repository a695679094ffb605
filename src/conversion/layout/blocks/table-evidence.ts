// The evidence that lines of text with gaps between them are a table, or else columns of text, a list, a table of contents or a
// listing: numbers, mostly from 0 to 1.
import { middleX, type Span, union } from '../box.ts';
import { median } from '../numbers.ts';
import type { PageContent, Rule, TextLine } from '../page-content.ts';
import { textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { hasLeaders } from '../text/leaders.ts';
import { isNumeric } from '../text/numbers.ts';
import { isFull, runsOn } from '../text/running-text.ts';
import { isTypewriter } from '../text/typewriter.ts';
import { tolerances } from '../tolerances.ts';
import { withPiecesJoined } from './ruling-lines.ts';
import { bottomOf, type CellLine, topOf } from './table-rows.ts';

const thresholds = {
  /** Letters: a shorter text may be a label. */
  labelLength: 5,
  /** Share of a column's pieces that determines the kind of the column. */
  most: 0.6,
  /** em: a longer piece is a line of text. */
  longEm: 16,
  /** em between columns of words; closer ones may be chance. */
  wideGapEm: 1.5,
  /** em from the text to a rule over or under it. */
  ruleDistanceEm: 1.2,
  /** Share of the width of the text that a rule across it has. */
  ruleWidth: 0.8,
  /** Share of their width by which even columns differ. */
  sameWidth: 0.04,
  /** Share of their width that such columns fill. */
  filledWidth: 0.35,
  /** Lines of a row from which there are many. */
  manyLines: 6,
  /** em: a narrower column has no running text. */
  textWidthEm: 12,
  /** Row count above which several rows are certain. */
  manyRows: 6,
};

/** Each is a share, or 1 for yes and 0 for no, unless it says otherwise. */
export interface TableEvidence {
  /** Rules go over and under the rows, or from side to side around them. */
  closed: number;
  /** A rule parts the rows, as below a head. */
  headed: number;
  /** How many rows have several cells. */
  rows: number;
  /** Two rows at most have several cells, or one between rules. */
  few: number;
  /** A column but the first one has numbers. */
  numbers: number;
  /** More than two columns. */
  columns: number;
  /** Cells with text. */
  filled: number;
  /** Pieces that begin at the edge of their column, or are numbers; of the column with the fewest. */
  aligned: number;
  /** Columns of words are hardly further apart than words. */
  close: number;
  /** Cells whose text runs on in the cell below. */
  prose: number;
  /** Cells of running text that end where the next word of the cell below has no room, in the column with the most. */
  full: number;
  /** Columns of long lines, without one. */
  long: number;
  /** Lines of equations. */
  equations: number;
  /** The first column has nothing but labels, or some column nothing but bullets. */
  labels: number;
  /** Dots lead to numbers. */
  leaders: number;
  /** Letters are those of a typewriter. */
  typed: number;
  /** All columns are as wide as each other and filled, without numbers. */
  even: number;
  /** The score of the gutter that it crosses. */
  overGutter: number;
  /** Up to 3, over a gutter: its rows are as high as paragraphs, full, and begin at heights of their own. */
  unlikeRows: number;
}

/** Lines of text in columns, and their rows. */
export interface TableFound {
  /** Pieces on one baseline each, from left to right. */
  lines: readonly (readonly CellLine[])[];
  rows: readonly (readonly CellLine[])[];
  columns: readonly Span[];
  /** The gutters that cross the pieces. */
  rules: readonly Rule[];
  /** Between rules from one side to the other. */
  isFramed?: boolean;
}

const shareOf = (count: number, all: number): number => (all === 0 ? 0 : count / all);
const share = <Item>(items: readonly Item[], test: (item: Item) => boolean): number =>
  shareOf(items.filter(test).length, items.length);

/** Measures the evidence for a candidate. */
export function evidenceOf({ lines, rows, columns, rules, isFramed = false }: TableFound): TableEvidence {
  const cells = lines.flat();
  const pieces = cells.map(({ piece }) => piece);
  const texts = new Map(pieces.map((piece) => [piece, textOfLine(piece).trim()]));
  const textOf = (piece: TextLine) => texts.get(piece) ?? '';
  const inColumn = columns.map((_, n) =>
    cells.flatMap(({ piece, column, span }) => (column === n && span === 1 ? [piece] : [])),
  );
  const numbers = inColumn.map((own) => share(own, (piece) => isNumeric(textOf(piece))));
  const areNumbers = numbers.map((own) => own >= thresholds.most);
  const others = inColumn.slice(1);
  const [box, em] = [union(pieces), pieces[0]?.size ?? 10];
  const near = (y: number) => rules.some(({ top }) => Math.abs(top - y) < em * thresholds.ruleDistanceEm);
  const gap = Math.min(...columns.slice(1).map(({ left }, n) => left - (columns[n]?.right ?? left)));
  const places = rows.reduce((sum, row) => sum + columnsIn(row), 0);
  const isClosed = isFramed || (near(box.top) && near(box.bottom));
  const isHeaded = rules.some(
    ({ top }) => rows.some((row) => bottomOf(row) < top) && rows.some((row) => topOf(row) > top),
  );
  const steps = stepsOf(rows);
  const several = rows.filter((row) => columnsIn(row) > 1);
  return {
    closed: isClosed ? 1 : 0,
    headed: isHeaded ? 1 : 0,
    rows: Math.min(1, (several.length - 1) / (thresholds.manyRows - 1)),
    few: several.length < (isHeaded || (isFramed && rules.length > 2) ? 2 : 3) ? 1 : 0,
    numbers: areNumbers.slice(1).some(Boolean) ? 1 : 0,
    columns: columns.length > 2 ? 1 : 0,
    filled: shareOf(places, rows.length * columns.length),
    aligned: Math.min(...others.map((own, n) => (areNumbers[n + 1] === true ? 1 : alignedShare(own)))),
    close: areNumbers.some(Boolean) ? 0 : Math.max(0, 1 - gap / (em * thresholds.wideGapEm)) / (columns.length - 1),
    prose: share(steps, ({ above, next }) => runsOn(textOf(above), textOf(next))),
    full: Math.max(
      ...columns.map((_, n) =>
        fullShare(
          steps.filter(({ column }) => column === n),
          inColumn[n] ?? [],
        ),
      ),
    ),
    long: Math.min(
      1,
      Math.max(0, inColumn.filter((own) => own.length > 2 && share(own, isLong) > thresholds.most).length - 1),
    ),
    equations: share(lines, (line) => line.some(({ piece }) => /[=≈≡≤≥<>]/.test(textOf(piece)))),
    labels:
      (inColumn[0] ?? []).every(
        (piece) => textOf(piece).length < thresholds.labelLength || labelOf(piece) !== undefined,
      ) || inColumn.some((own) => own.every((piece) => /^[•◦▪‣●○■□·∙]$/.test(textOf(piece))))
        ? 1
        : 0,
    leaders: pieces.some((piece) => hasLeaders(textOf(piece))) ? 1 : 0,
    typed: pieces.some(({ glyphs }) => isTypewriter(glyphs[0]?.style.font ?? '')) ? 1 : 0,
    even: !areNumbers.slice(1).some(Boolean) && isEven(columns, pieces) ? 1 : 0,
    overGutter: 0,
    unlikeRows: 0,
  };
}

const columnsIn = (row: readonly CellLine[]): number => new Set(row.map(({ column }) => column)).size;

/** The share of the pieces that begin, end or have their middle where most do: lines of text that happen to have gaps do not. */
function alignedShare(pieces: readonly TextLine[]): number {
  const { left, right } = union(pieces);
  const middle = median(pieces.map(middleX)) ?? left;
  const near = (a: number, b: number) => Math.abs(a - b) < tolerances.sameEdgePoints;
  return Math.max(
    share(pieces, (piece) => near(piece.left, left)),
    share(pieces, (piece) => near(piece.right, right)),
    share(pieces, (piece) => near(middleX(piece), middle)),
  );
}

/** From the last line of a cell to the first one of the cell below. */
interface Step {
  column: number;
  above: TextLine;
  next: TextLine;
}

function stepsOf(rows: readonly (readonly CellLine[])[]): Step[] {
  return rows.slice(1).flatMap((row, n) =>
    [...Map.groupBy(row, ({ column }) => column)].flatMap(([column, [first]]) => {
      const above = rows[n]?.findLast((cell) => cell.column === column);
      return above === undefined || first === undefined ? [] : [{ column, above: above.piece, next: first.piece }];
    }),
  );
}

/** The share of the steps of a column of text from a full line to another one. */
function fullShare(steps: readonly Step[], pieces: readonly TextLine[]): number {
  const { left, right } = union(pieces);
  if (right - left < (pieces[0]?.size ?? 10) * thresholds.textWidthEm) return 0;
  const isWide = (piece: TextLine) => piece.right - piece.left > (right - left) * tolerances.longLineWidth;
  const full = steps.filter(({ above, next }) => isWide(above) && isWide(next) && isFull(above, next, right));
  return full.length > 1 ? full.length / steps.length : 0;
}

const isLong = ({ left, right, size }: TextLine): boolean => right - left > size * thresholds.longEm;

/** Whether columns are as wide as each other and filled, as those of running text and of indexes are. */
function isEven(columns: readonly Span[], pieces: readonly TextLine[]): boolean {
  const xs = [...columns.map(({ left }) => left), columns.at(-1)?.right ?? 0];
  const widths = xs.slice(1).map((x, n) => x - (xs[n] ?? x));
  // Of several columns the last one has no end but that of its longest line.
  const inner = widths.length > 2 ? widths.slice(0, -1) : widths;
  const mean = inner.reduce((sum, width) => sum + width, 0) / inner.length;
  const length = pieces.reduce((sum, { left, right }) => sum + right - left, 0) / pieces.length;
  return (
    inner.every((width) => Math.abs(width - mean) < mean * thresholds.sameWidth) &&
    length > mean * thresholds.filledWidth
  );
}

/** The rules that go over the pieces from one side to the other, from top to bottom. */
export function rulesAcross(pieces: readonly TextLine[], { rules }: PageContent): Rule[] {
  const box = union(pieces);
  const near = (pieces[0]?.size ?? 10) * thresholds.ruleDistanceEm;
  const drawn = rules.filter(({ direction }) => direction === 'horizontal').map((rule) => ({ ...rule, isDrawn: true }));
  return withPiecesJoined(drawn)
    .filter(
      ({ left, right, top }) =>
        left < box.left + near &&
        right > box.left + (box.right - box.left) * thresholds.ruleWidth &&
        top > box.top - near &&
        top < box.bottom + near,
    )
    .toSorted((a, b) => a.top - b.top);
}
