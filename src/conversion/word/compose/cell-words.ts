// Columns of a table as wide as their widest word, so that no word or number is broken in a cell, in any font.
import type { Cell, Paragraph, Run, Table } from '../docx-model.ts';
import { wordWidthsOf, type WordWidths } from '../measure/words.ts';
import { advancesOf } from '#conversion/layout/text/family-advances.ts';

const thresholds = {
  /** Points that a cell is wider than its widest word: word processors round. */
  slack: 0.4,
  /** Share that letters of unknown families may be wider than measured. */
  unknown: 0.03,
  /** Share of their width that letters are narrowed to at most: a word that has no room then is an address that may be broken. */
  minScale: 0.6,
  /** Share of its width that text of any length is narrowed to for one word, and words that shorter text has. */
  littleNarrower: 0.9,
  few: 2,
  /** Share of a word's width that is taken from between its letters before they are narrowed. */
  spacing: 0.04,
  /** Times the size: the average width of a letter. */
  advance: 0.5,
  /** Points. */
  nothing: 0.01,
};

/** The width of a column, the width that its words need, and the width at which no more lines are broken. */
interface Column {
  width: number;
  word: number;
  line: number;
}

/** Widens columns whose words have too little room, at the cost of those with more than enough, up to `room` points for the table. */
export function fitWords(table: Table, room: number): void {
  const cells = cellsOf(table);
  const available = ({ columns }: Placed) => columns.reduce((sum, column) => sum + column.width, 0) - 2 * table.padding;
  const columns: Column[] = table.columns.map((width) => ({ width, word: 0, line: 0 }));
  const placed = cells.map(({ cell, column }): Placed => ({
    cell,
    columns: columns.slice(column, column + cell.columnSpan),
  }));
  for (const own of placed) for (const paragraph of paragraphsOf(own.cell)) easeIndents(paragraph, available(own));
  for (const own of placed) {
    const last = own.columns.at(-1);
    if (last === undefined) continue;
    const before = available(own) + 2 * table.padding - last.width;
    for (const paragraph of paragraphsOf(own.cell)) {
      const { word, line } = neededBy(paragraph);
      last.word = Math.max(last.word, word + 2 * table.padding - before);
      // If a cell over several columns lacks room, its columns have no spare width.
      if (word > available(own)) for (const column of own.columns) column.word = Math.max(column.word, column.width);
      if (own.columns.length === 1) last.line = Math.max(last.line, line + 2 * table.padding);
    }
  }
  share(columns, room);
  table.columns = columns.map(({ width }) => width);
  for (const own of placed) for (const paragraph of paragraphsOf(own.cell)) narrow(paragraph, available(own));
}

interface Placed {
  cell: Cell;
  columns: Column[];
}

const paragraphsOf = ({ blocks }: Cell): Paragraph[] => blocks.filter((block) => block.kind === 'paragraph');

function cellsOf({ rows }: Table): { cell: Cell; column: number }[] {
  return rows.flatMap(({ cells }) => {
    let next = 0;
    return cells.map((cell) => {
      const column = next;
      next += cell.columnSpan;
      return { cell, column };
    });
  });
}

/** Points of a paragraph's widest word and longest line, with the content beside them. */
function neededBy(paragraph: Paragraph): WordWidths {
  const { word, line } = wordWidthsOf(paragraph);
  const aside = insetOf(paragraph) + Math.max(0, paragraph.indentRight) + thresholds.slack;
  const wider = paragraph.runs.every(({ style }) => advancesOf(style.shownAs ?? style.font, style) !== undefined)
    ? 1
    : 1 + thresholds.unknown;
  return word === 0 ? { word: 0, line: 0 } : { word: word * wider + aside, line: line * wider + aside };
}

/** Points before the lines that begin furthest in. */
function insetOf({ list, indentLeft, indentFirst }: Paragraph): number {
  if (list !== undefined && list.format.isNear !== true) return list.format.textIndent;
  return Math.max(0, indentLeft, indentLeft + indentFirst);
}

/** Makes indents smaller where they leave too little room for the widest word, the one after it first. */
function easeIndents(paragraph: Paragraph, available: number): void {
  let lack = neededBy(paragraph).word - available;
  if (lack <= 0) return;
  const right = Math.min(lack, Math.max(0, paragraph.indentRight));
  paragraph.indentRight -= right;
  lack -= right;
  if (lack <= 0 || paragraph.list !== undefined) return;
  const first = Math.min(lack, Math.max(0, paragraph.indentFirst));
  paragraph.indentFirst -= first;
  paragraph.indentLeft -= Math.min(lack - first, Math.max(0, paragraph.indentLeft));
}

/** Widens columns for their words: from spare width of other columns, then beside the table, then at the cost of line breaks. */
function share(columns: readonly Column[], room: number): void {
  const lackOf = ({ width, word }: Column) => Math.max(0, word - width);
  let missing = sumOf(columns, lackOf);
  const give = (amount: number) => {
    for (const column of columns) column.width += amount * (lackOf(column) / missing);
    missing -= amount;
  };
  const takeFrom = (kind: 'line' | 'word') => {
    const spares = columns.map((column) => Math.max(0, column.width - Math.max(1, column.word, column[kind])));
    const all = spares.reduce((sum, spare) => sum + spare, 0);
    const taken = Math.min(missing, all);
    if (taken <= thresholds.nothing) return;
    give(taken);
    for (const [n, column] of columns.entries()) column.width -= ((spares[n] ?? 0) / all) * taken;
  };
  takeFrom('line');
  const beside = Math.min(missing, room - sumOf(columns, ({ width }) => width));
  if (beside > thresholds.nothing) give(beside);
  takeFrom('word');
}

const sumOf = (columns: readonly Column[], of: (column: Column) => number): number =>
  columns.reduce((sum, column) => sum + of(column), 0);

/** Sets the letters of a paragraph closer where its widest word has no room, and narrower where that is not enough. */
function narrow(paragraph: Paragraph, available: number): void {
  const needed = neededBy(paragraph);
  if (needed.word <= available) return;
  const { word, line } = wordWidthsOf(paragraph);
  const share = Math.max(0, available - (needed.word - word)) / word;
  const isWorthIt =
    share >= thresholds.minScale && (share >= thresholds.littleNarrower || line < word * thresholds.few);
  if (isWorthIt) paragraph.runs = paragraph.runs.map((run) => narrower(run, share));
}

function narrower(run: Run, share: number): Run {
  const { style } = run;
  if (run.text.trim() === '') return run;
  if (share < 1 - thresholds.spacing)
    return { ...run, style: { ...style, scale: Math.floor((style.scale ?? 100) * share) } };
  const closer = Math.ceil((1 - share) * style.size * thresholds.advance * 20) / 20;
  return { ...run, style: { ...style, spacing: (style.spacing ?? 0) - closer } };
}
