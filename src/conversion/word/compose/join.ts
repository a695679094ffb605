// What a page's end has parted: paragraphs whose last line is full, and tables that go on with the same columns.
import { type Draft, type TableDraft, type TextDraft } from '../drafts.ts';
import { textOfLine } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { lookOf } from '../text/headings.ts';
import { hasRoom } from '../text/split.ts';

/** Drafts in reading order; `starts` are those with which a page or column begins. */
export function joinParted(drafts: readonly Draft[], starts: ReadonlySet<Draft>): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    if (last !== undefined && starts.has(draft)) {
      if (last.kind === 'text' && draft.kind === 'text' && goesOn(last, draft)) {
        last.lines.push(...draft.lines);
        continue;
      }
      if (last.kind === 'table' && draft.kind === 'table' && sameColumns(last, draft)) {
        append(last, draft);
        continue;
      }
    }
    result.push(draft);
  }
  return result;
}

function goesOn(before: TextDraft, after: TextDraft): boolean {
  const [last, first, second] = [before.lines.at(-1), after.lines[0], after.lines[1]];
  if (last === undefined || first === undefined) return false;
  if (before.role?.heading !== undefined || after.role?.heading !== undefined) return false;
  const [a, b] = [lookOf(before), lookOf(after)];
  if (a === undefined || b === undefined || a.font !== b.font || Math.abs(a.size - b.size) > 0.3 || a.bold !== b.bold)
    return false;
  if (labelOf(first) !== null && labelOf(first)?.isSetOff === true) return false;
  if (hasRoom(last, first, before.frame)) return false;
  const [text, next] = [textOfLine(last).trim(), textOfLine(first).trim()];
  if (/^\p{Ll}/u.test(next)) return true;
  const isIndented = second !== undefined && first.left > second.left + first.size * 0.7;
  return !/[.!?:;\u3002\uff01\uff1f]["'\u201d\u2019)]*$/.test(text) && !isIndented;
}

const sameColumns = (a: TableDraft, b: TableDraft): boolean =>
  a.xs.length === b.xs.length && a.xs.every((x, n) => Math.abs(x - (b.xs[n] ?? 0)) < 4);

const rowText = (table: TableDraft, row: number): string =>
  table.cells
    .filter((cell) => cell.row === row)
    .flatMap(({ drafts }) => drafts.flatMap((draft) => (draft.kind === 'text' ? draft.lines.map(textOfLine) : [])))
    .join('|');

function append(table: TableDraft, next: TableDraft): void {
  const rows = table.ys.length - 1;
  const isRepeated = rowText(next, 0) !== '' && rowText(table, 0) === rowText(next, 0);
  if (isRepeated) table.headerRows = Math.max(1, table.headerRows);
  const skipped = isRepeated ? 1 : 0;
  const from = table.ys.at(-1) ?? 0;
  const offset = from - (next.ys[skipped] ?? 0);
  for (const cell of next.cells) if (cell.row >= skipped) table.cells.push({ ...cell, row: cell.row - skipped + rows });
  table.ys.push(...next.ys.slice(skipped + 1).map((y) => y + offset));
}
