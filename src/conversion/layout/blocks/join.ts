// Blocks that the end of a page or column has parted: paragraphs whose last line is full, and tables with the same columns.
import { mark } from '../claims.ts';
import { type CellBlock, type LayoutBlock, type TableBlock, textBlocks, type TextBlock } from '../layout-blocks.ts';
import { isBlank, textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { styleOf } from '../text/style.ts';
import { hasRoom } from '../text/paragraphs.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** em: a first line that is indented by more begins a paragraph. */
  indent: 0.7,
  /** Share of the columns of tables without lines that begin at the same places. */
  sharedColumns: 0.6,
  /** Rows of a header at most. */
  headerRows: 4,
};

/** Joins blocks with the one before them; `starts` are those with which a page or column begins. */
export function joinAcrossBreaks(blocks: readonly LayoutBlock[], starts: ReadonlySet<LayoutBlock>): LayoutBlock[] {
  const result: LayoutBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last !== undefined && starts.has(block)) {
      if (last.kind === 'text' && block.kind === 'text' && continuesParagraph(last, block)) {
        last.lines.push(...block.lines);
        continue;
      }
      if (last.kind === 'table' && block.kind === 'table' && goesOn(last, block)) {
        append(last, block);
        continue;
      }
    }
    result.push(block);
  }
  return result;
}

function continuesParagraph(before: TextBlock, after: TextBlock): boolean {
  const [last, first, second] = [before.lines.at(-1), after.lines[0], after.lines[1]];
  if (last === undefined || first === undefined) return false;
  if (before.role?.heading !== undefined || after.role?.heading !== undefined) return false;
  const [a, b] = [styleOf(before), styleOf(after)];
  if (
    a === undefined ||
    b === undefined ||
    a.font !== b.font ||
    Math.abs(a.size - b.size) > tolerances.sameSizePoints ||
    a.bold !== b.bold ||
    slopeOf(before) * slopeOf(after) < 0
  )
    return false;
  if (labelOf(first)?.isSetOff === true) return false;
  if (hasRoom(last, first, before.container)) return false;
  const [text, next] = [textOfLine(last).trim(), textOfLine(first).trim()];
  if (/^\p{Ll}/u.test(next)) return true;
  const isIndented = second !== undefined && first.left > second.left + first.size * thresholds.indent;
  return !/[.!?:;\u3002\uff01\uff1f]["'\u201d\u2019)]*$/.test(text) && !isIndented;
}

/** 1 if all letters are italic, -1 if no letter is, 0 otherwise. */
function slopeOf({ lines }: TextBlock): number {
  const letters = lines.flatMap(({ glyphs }) => glyphs.filter((glyph) => !isBlank(glyph)));
  const italic = letters.filter(({ style }) => style.italic).length;
  return italic === 0 ? -1 : italic === letters.length ? 1 : 0;
}

/** Whether a table continues in the next one: their columns are the same, or those of one are among the other's. */
function goesOn(table: TableBlock, next: TableBlock): boolean {
  const [left, right] = [Math.abs((table.xs[0] ?? 0) - (next.xs[0] ?? 0)), edgeDistance(table, next)];
  if (left > tolerances.sameColumnPoints) return false;
  if (table.isOpen === true && next.isOpen === true) return sharesColumns(table, next);
  if (right > tolerances.sameColumnPoints) return false;
  const [more, less] = table.xs.length >= next.xs.length ? [table, next] : [next, table];
  const isAmong = less.xs.every((x) => edgeAt(more.xs, x) >= 0);
  return isAmong && (more.xs.length === less.xs.length || less.xs.length > 2 || repeatedHeaderRows(table, next) > 0);
}

/** Whether most columns of two tables without lines begin at the same positions: columns that a page leaves empty cannot be found there. */
function sharesColumns(table: TableBlock, next: TableBlock): boolean {
  const [more, less] = table.xs.length >= next.xs.length ? [table, next] : [next, table];
  const shared = less.xs.slice(0, -1).filter((x) => edgeAt(more.xs, x) >= 0).length;
  return shared > 1 && shared >= (less.xs.length - 1) * thresholds.sharedColumns;
}

/** The edges of both tables; where tables have no lines, the last column ends with the wider one. */
function commonEdges(table: TableBlock, next: TableBlock): number[] {
  const isOpen = table.isOpen === true && next.isOpen === true;
  if (!isOpen) return [...(table.xs.length >= next.xs.length ? table.xs : next.xs)];
  const inner = [...table.xs.slice(0, -1), ...next.xs.slice(0, -1)].toSorted((a, b) => a - b);
  const xs = inner.filter((x, n) => n === 0 || x - (inner[n - 1] ?? 0) >= tolerances.sameColumnPoints);
  const right = Math.max(table.xs.at(-1) ?? 0, next.xs.at(-1) ?? 0);
  for (const own of [table, next]) {
    const beyond = xs.find((x) => x > (own.xs.at(-2) ?? 0) + tolerances.sameColumnPoints);
    own.xs = [...own.xs.slice(0, -1), beyond ?? right];
  }
  return [...xs, right];
}

const edgeDistance = (a: TableBlock, b: TableBlock): number => Math.abs((a.xs.at(-1) ?? 0) - (b.xs.at(-1) ?? 0));

const edgeAt = (xs: readonly number[], x: number): number =>
  xs.findIndex((other) => Math.abs(other - x) < tolerances.sameColumnPoints);

/** The cells of a table with the columns of `xs`, which has all of the table's. */
const inColumns = ({ xs: own, cells }: TableBlock, xs: readonly number[]): CellBlock[] =>
  cells.map((cell) => {
    const column = edgeAt(xs, own[cell.column] ?? 0);
    return { ...cell, column, columnSpan: edgeAt(xs, own[cell.column + cell.columnSpan] ?? 0) - column };
  });

const linesOfCell = ({ blocks }: CellBlock): string[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? block.lines.map(textOfLine) : []));

const rowText = (table: TableBlock, row: number): string =>
  table.cells
    .filter((cell) => cell.row === row)
    .flatMap(linesOfCell)
    .join('|');

/** How many rows of a header the next page repeats. */
function repeatedHeaderRows(table: TableBlock, next: TableBlock): number {
  let count = 0;
  while (count < thresholds.headerRows && rowText(next, count) !== '' && rowText(table, count) === rowText(next, count))
    count += 1;
  return count;
}

/** Heads are printed again on each page. */
function claimAsHead(cells: readonly CellBlock[]): void {
  for (const { lines } of textBlocks(cells.flatMap(({ blocks }) => blocks)))
    for (const { glyphs } of lines) mark(glyphs, 'table head');
}

function append(table: TableBlock, next: TableBlock): void {
  const skipped = repeatedHeaderRows(table, next);
  table.headerRows = Math.max(skipped, table.headerRows);
  claimAsHead(next.cells.filter(({ row }) => row < skipped));
  const xs = commonEdges(table, next);
  const [own, added] = [inColumns(table, xs), inColumns(next, xs)];
  table.xs = [...xs];
  const rows = table.ys.length - 1;
  const parted = partedRow(own, added, { last: rows - 1, first: skipped });
  for (const { upper, lower } of parted) upper.blocks.push(...lower.blocks);
  const from = skipped + (parted.length > 0 ? 1 : 0);
  for (const cell of added) if (cell.row >= from) own.push({ ...cell, row: cell.row - from + rows });
  table.cells = own;
  const offset = (table.ys.at(-1) ?? 0) - (next.ys[from] ?? 0);
  table.ys.push(...next.ys.slice(from + 1).map((y) => y + offset));
  // The following block begins below it there.
  table.end = next.end ?? { page: next.page, bottom: next.box.bottom };
}

/** The cells of a row that the end of a page has parted: the rest of some cells, and nothing in the others. */
function partedRow(
  own: readonly CellBlock[],
  added: readonly CellBlock[],
  { last, first }: { last: number; first: number },
): { upper: CellBlock; lower: CellBlock }[] {
  const upper = own.filter(({ row, rowSpan }) => row === last && rowSpan === 1);
  const lower = added.filter(({ row, rowSpan }) => row === first && rowSpan === 1);
  if (upper.length !== lower.length || upper.length < 2) return [];
  const pairs = lower.flatMap((cell) => {
    const above = upper.find(({ column }) => column === cell.column);
    return above === undefined ? [] : [{ upper: above, lower: cell }];
  });
  const isEmpty = (cell: CellBlock) => cell.blocks.length === 0;
  const rest = pairs.filter((pair) => !isEmpty(pair.lower));
  const isRest =
    pairs.length === lower.length &&
    rest.length > 0 &&
    rest.every((pair) => !isEmpty(pair.upper) && /^\s*[\p{Ll}(]/u.test(linesOfCell(pair.lower)[0] ?? '')) &&
    pairs.some((pair) => isEmpty(pair.lower) && !isEmpty(pair.upper));
  return isRest ? pairs : [];
}
