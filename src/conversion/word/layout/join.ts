// Blocks that the end of a page or column has parted: paragraphs whose last line is full, and tables with the same columns.
import { type LayoutBlock, type TableBlock, type TextBlock } from '../layout-blocks.ts';
import { textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { styleOf } from '../text/style.ts';
import { hasRoom } from '../text/paragraphs.ts';

const thresholds = {
  /** Points: text of sizes that differ by more does not go on. */
  sameSize: 0.3,
  /** em: a first line that stands further in begins a paragraph. */
  indent: 0.7,
  /** Points: tables whose column edges differ by less have the same columns. */
  sameEdge: 4,
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
      if (last.kind === 'table' && block.kind === 'table' && sameColumns(last, block)) {
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
    Math.abs(a.size - b.size) > thresholds.sameSize ||
    a.bold !== b.bold
  )
    return false;
  if (labelOf(first) !== null && labelOf(first)?.isSetOff === true) return false;
  if (hasRoom(last, first, before.container)) return false;
  const [text, next] = [textOfLine(last).trim(), textOfLine(first).trim()];
  if (/^\p{Ll}/u.test(next)) return true;
  const isIndented = second !== undefined && first.left > second.left + first.size * thresholds.indent;
  return !/[.!?:;\u3002\uff01\uff1f]["'\u201d\u2019)]*$/.test(text) && !isIndented;
}

const sameColumns = (a: TableBlock, b: TableBlock): boolean =>
  a.xs.length === b.xs.length && a.xs.every((x, n) => Math.abs(x - (b.xs[n] ?? 0)) < thresholds.sameEdge);

const rowText = (table: TableBlock, row: number): string =>
  table.cells
    .filter((cell) => cell.row === row)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? block.lines.map(textOfLine) : [])))
    .join('|');

function append(table: TableBlock, next: TableBlock): void {
  const rows = table.ys.length - 1;
  const isRepeated = rowText(next, 0) !== '' && rowText(table, 0) === rowText(next, 0);
  if (isRepeated) table.headerRows = Math.max(1, table.headerRows);
  const skipped = isRepeated ? 1 : 0;
  const from = table.ys.at(-1) ?? 0;
  const offset = from - (next.ys[skipped] ?? 0);
  for (const cell of next.cells) if (cell.row >= skipped) table.cells.push({ ...cell, row: cell.row - skipped + rows });
  table.ys.push(...next.ys.slice(skipped + 1).map((y) => y + offset));
}
