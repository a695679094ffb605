// Tables without lines: pieces of text over each other, told from lists, columns of text and listings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignedTables } from '#conversion/word/layout/aligned-tables.ts';
import { textOfLine } from '#conversion/word/lines/lines.ts';
import type { PageContent, TextLine } from '#conversion/word/page-content.ts';
import { line, page } from '../../support/word-pages.ts';

type Row = readonly (string | null)[];

/** Rows of cells that begin 150 points apart; `steps` are the distances of their baselines. */
function pieces(rows: readonly Row[], steps: readonly number[] = []): TextLine[] {
  let baseline = 100;
  return rows.flatMap((row, n) => {
    baseline += n === 0 ? 0 : (steps[n - 1] ?? 14);
    const at = baseline;
    return row.flatMap((text, column) =>
      text === null ? [] : [line(text, { left: 72 + column * 150, baseline: at })],
    );
  });
}

function cellsOf(rows: readonly Row[], steps: readonly number[] = [], more: Partial<PageContent> = {}): string[][] {
  const [found] = alignedTables(pieces(rows, steps), page(0, [], more));
  if (found === undefined) return [];
  const { table, lines } = found;
  return Array.from({ length: table.ys.length - 1 }, (_, row) =>
    table.cells.filter((cell) => cell.row === row).map((cell) => (lines.get(cell) ?? []).map(textOfLine).join(' ')),
  );
}

const fruit: Row[] = [
  ['Apple', 'sweet', 'red'],
  ['Lemon', 'sour', 'yellow'],
  ['Plum', 'mild', 'blue'],
];

test('cells of text that begin over each other are a table', () => {
  assert.deepEqual(cellsOf(fruit), fruit);
});

test('two columns of words are a table where nothing is missing', () => {
  assert.equal(cellsOf(fruit.map((row) => row.slice(0, 2))).length, 3);
});

test('rows at two distances: the smaller one is that of lines in a cell', () => {
  const rows: Row[] = [['Apple tree', 'sweet', 'red'], ['of the north', null, null], ...fruit.slice(1)];
  assert.deepEqual(cellsOf(rows, [12, 16, 16])[0], ['Apple tree of the north', 'sweet', 'red']);
});

test('a heading over some of the columns is the first row', () => {
  assert.deepEqual(cellsOf([[null, 'Taste'], ...fruit])[0], ['', 'Taste', '']);
});

test('columns of running text are no table', () => {
  const running: Row[] = [
    ['The limit of', 'Every goal that', 'All we know'],
    ['what is in the', 'health has set', 'of it comes'],
    ['water that we', 'for the water', 'from wells'],
    ['drink at home', 'below which no', 'and rivers'],
  ];
  assert.deepEqual(cellsOf(running), []);
});

test('a larger line by itself ends a table', () => {
  const all = [...pieces(fruit), line('The next chapter', { baseline: 152, size: 14 }), ...pieces(fruit).map(lower)];
  const found = alignedTables(all, page(0, []));
  assert.deepEqual(
    found.map(({ table }) => table.ys.length - 1),
    [3, 3],
  );
});

const lower = (own: TextLine): TextLine => ({
  ...own,
  top: own.top + 80,
  bottom: own.bottom + 80,
  baseline: own.baseline + 80,
});

test('a line under the first row makes it a header', () => {
  const rule = (top: number) => ({
    left: 72,
    right: 420,
    top,
    bottom: top + 0.5,
    direction: 'horizontal' as const,
    thickness: 0.5,
    color: '000000',
  });
  const headers = (...tops: number[]) =>
    alignedTables(pieces(fruit), page(0, [], { rules: tops.map(rule) }))[0]?.table.headerRows;
  assert.equal(headers(103), 1);
  assert.equal(headers(88, 132), 0);
});
