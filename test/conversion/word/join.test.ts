// Tables that the end of a page has parted: the same columns or some of them, header rows that repeat, rows that are cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { joinAcrossBreaks } from '#conversion/layout/blocks/join.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { block, line } from '../../support/word-pages.ts';

/** A table whose columns begin at `xs`; cells with "" have nothing in them. */
function table(page: number, xs: readonly number[], rows: readonly (readonly string[])[]): TableBlock {
  const cells = rows.flatMap((row, y) =>
    row.map((text, x): CellBlock => ({
      box: { left: xs[x] ?? 0, right: xs[x + 1] ?? 0, top: 100 + y * 20, bottom: 120 + y * 20 },
      row: y,
      column: x,
      rowSpan: 1,
      columnSpan: 1,
      blocks: text === '' ? [] : [block(line(text, { left: xs[x] ?? 0, page }))],
      borders: {},
    })),
  );
  const ys = Array.from({ length: rows.length + 1 }, (_, n) => 100 + n * 20);
  const box = { left: xs[0] ?? 0, right: xs.at(-1) ?? 0, top: 100, bottom: ys.at(-1) ?? 100 };
  return { kind: 'table', page, box, xs: [...xs], ys, cells, headerRows: 0 };
}

function joinedRows(upper: TableBlock, lower: TableBlock): string[] | null {
  const [first, ...rest] = joinAcrossBreaks([upper, lower], new Set([lower]));
  if (rest.length > 0 || first?.kind !== 'table') return null;
  assert.equal(first.ys.length - 1, Math.max(...first.cells.map(({ row }) => row)) + 1);
  const textOf = (cell: CellBlock) =>
    cell.blocks.flatMap((own) => (own.kind === 'text' ? own.lines.map(textOfLine) : [])).join(' ');
  return Array.from({ length: first.ys.length - 1 }, (_, row) =>
    first.cells
      .filter((cell) => cell.row === row)
      .map(textOf)
      .join('|'),
  );
}

const xs = [72, 172, 272, 372];

test('the block after a continued table begins below it, not on a new page', () => {
  const [upper, lower] = [table(0, xs, [['Ada', 'Rome', '1820']]), table(1, xs, [['Bob', 'Oslo', '1830']])];
  const [joined] = joinAcrossBreaks([upper, lower], new Set([lower]));
  assert.deepEqual(joined?.kind === 'table' ? joined.end : undefined, { page: 1, bottom: 120 });
});

test('a header that the next page repeats occurs once', () => {
  const rows = joinedRows(
    table(0, xs, [
      ['Name', 'Place', 'Year'],
      ['Ada', 'Rome', '1820'],
    ]),
    table(1, xs, [
      ['Name', 'Place', 'Year'],
      ['Bob', 'Oslo', '1830'],
    ]),
  );
  assert.deepEqual(rows, ['Name|Place|Year', 'Ada|Rome|1820', 'Bob|Oslo|1830']);
});

test('a row that the end of the page has cut is one row again', () => {
  const upper = table(0, xs, [['Ada', 'Rome, where she', '1820']]);
  assert.deepEqual(joinedRows(upper, table(1, xs, [['', 'was born', '']])), ['Ada|Rome, where she was born|1820']);
  const other = table(0, xs, [['Ada', 'Rome', '1820']]);
  assert.deepEqual(joinedRows(other, table(1, xs, [['', 'Oslo', '']])), ['Ada|Rome|1820', '|Oslo|']);
});

test('columns that are among those of the page before belong to the same table', () => {
  const upper = table(0, xs, [['Ada', 'Rome', '1820']]);
  const lower = table(1, [72, 172, 372], [['Bob', 'Oslo']]);
  assert.deepEqual(joinedRows(upper, lower), ['Ada|Rome|1820', 'Bob|Oslo']);
  assert.equal(upper.cells.find(({ row, column }) => row === 1 && column === 1)?.columnSpan, 2);
});

test('other columns are another table', () => {
  const upper = table(0, xs, [['Ada', 'Rome', '1820']]);
  assert.equal(joinedRows(upper, table(1, [72, 200, 300, 372], [['Bob', 'Oslo', '1830']])), null);
  assert.equal(joinedRows(upper, table(1, [72, 172, 272, 472], [['Bob', 'Oslo', '1830']])), null);
});

test('a header of two rows that the next page repeats occurs once', () => {
  const head = [
    ['', 'Fees', ''],
    ['Quay', 'planned', 'paid'],
  ];
  const rows = joinedRows(table(0, xs, [...head, ['North', '1', '2']]), table(1, xs, [...head, ['South', '3', '4']]));
  assert.deepEqual(rows, ['|Fees|', 'Quay|planned|paid', 'North|1|2', 'South|3|4']);
});

test('a table without lines continues if its columns begin at the same positions, wherever its longest line ends', () => {
  const open = (own: TableBlock): TableBlock => ({ ...own, isOpen: true });
  const upper = open(table(0, xs, [['Ada', 'Rome', '1820']]));
  const lower = table(1, [72, 172, 272, 340], [['Bob', 'Oslo', '1830']]);
  assert.deepEqual(joinedRows(upper, open(lower)), ['Ada|Rome|1820', 'Bob|Oslo|1830']);
  assert.equal(joinedRows(open(table(0, xs, [['Ada', 'Rome', '1820']])), lower), null);
});

test('a column that one page leaves empty exists on the other', () => {
  const open = (own: TableBlock): TableBlock => ({ ...own, isOpen: true });
  const upper = open(table(0, [72, 172, 372], [['Ada', 'Rome']]));
  const lower = open(table(1, xs, [['Bob', 'Oslo', '1830']]));
  assert.deepEqual(joinedRows(upper, lower), ['Ada|Rome', 'Bob|Oslo|1830']);
  assert.deepEqual(upper.xs, xs);
});
