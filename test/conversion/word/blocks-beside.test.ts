// Blocks beside each other that are no columns of text: heads of letters, addresses, labels and their values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutBlock, Region } from '#conversion/layout/layout-blocks.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { setParagraphsBeside } from '#conversion/layout/tagged/beside.ts';
import {
  analyseForWord,
  bare,
  block,
  column,
  fullLines,
  fullText,
  letters,
  line,
  page,
} from '../../support/word-pages.ts';

const textOf = (blocks: readonly LayoutBlock[]): string =>
  blocks.flatMap((own) => (own.kind === 'text' ? own.lines.map(textOfLine) : [])).join('/');
const cellsOf = (blocks: readonly LayoutBlock[]): string[][] =>
  blocks.flatMap((own) =>
    own.kind === 'table'
      ? own.ys.slice(1).map((_, row) => own.cells.filter((cell) => cell.row === row).map((cell) => textOf(cell.blocks)))
      : [],
  );

const running = (from: number, count: number): Glyph[] =>
  Array.from({ length: count }, (_, n) => letters(fullText, { right: 472, baseline: from + n * 12 })).flat();
/** A head of six lines on the left, and as many narrower ones on the right, all at different heights. */
const head = (left: number, size: number, lines: number) =>
  Array.from({ length: lines }, (_, n) =>
    letters(`${left < 200 ? 'The board of the harbour, as it is' : 'Quay Street 12 to'} ${n}`, {
      left,
      baseline: 100 + n * (left < 200 ? 24 : 19),
      size,
    }),
  ).flat();
const source = (glyphs: Glyph[]) => ({
  pages: [page(0, glyphs)],
  ...bare,
});
const tablesIn = (glyphs: Glyph[]) =>
  analyseForWord(source(glyphs)).regions.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'table'));

test('the head of a letter with an address at its side is a table of two cells above the text', () => {
  const [table, ...others] = tablesIn([...head(72, 14, 6), ...head(370, 8, 7), ...running(300, 30)]);
  assert.deepEqual(others, []);
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.cells.map(({ row, column: own, blocks }) => [row, own, textOf(blocks).slice(0, 9)]),
    [
      [0, 0, 'The board'],
      [0, 1, 'Quay Stre'],
    ],
  );
});

test('two columns of running text stay columns', () => {
  const columnOf = (left: number, right: number) =>
    Array.from({ length: 12 }, (_, n) =>
      letters(fullText.slice(0, 49), { left, right, baseline: 100 + n * 12 }),
    ).flat();
  assert.deepEqual(tablesIn([...columnOf(72, 260), ...columnOf(284, 472), ...running(300, 30)]), []);
});

const region = (blocks: LayoutBlock[], columns = 1): Region[] => [
  {
    page: 0,
    columns: Array.from({ length: columns }, () => ({ left: column.left, right: column.right })),
    top: 72,
    bottom: 770,
    blocks,
  },
];
const at = (text: string, left: number, baseline: number) => block(line(text, { left, baseline }));

test('labels and values of a tagged page are rows, in any order of its tags', () => {
  const rows = [
    ['Date', '12 March', 'Order', '5512'],
    ['Due', '11 April', 'Contact', 'Miller'],
  ];
  const place = (row: number, cell: number) => at(rows[row]?.[cell] ?? '', 72 + cell * 90, 100 + row * 16);
  const byRows = region([...[0, 1, 2, 3].map((cell) => place(0, cell)), ...[0, 1, 2, 3].map((cell) => place(1, cell))]);
  const byPairs = region([0, 2].flatMap((cell) => [0, 1].flatMap((row) => [place(row, cell), place(row, cell + 1)])));
  for (const own of [byRows, byPairs]) {
    setParagraphsBeside(own);
    assert.deepEqual(cellsOf(own[0]?.blocks ?? []), rows);
  }
});

test('paragraphs below each other stay paragraphs, and so do those of columns', () => {
  const below = region([at('one', 72, 100), block(fullLines(3, { baseline: 130 })), at('two', 72, 190)]);
  setParagraphsBeside(below);
  assert.deepEqual(
    below[0]?.blocks.map(({ kind }) => kind),
    ['text', 'text', 'text'],
  );
  const columns = region([at('one', 72, 100), at('two', 300, 100)], 2);
  setParagraphsBeside(columns);
  assert.deepEqual(
    columns[0]?.blocks.map(({ kind }) => kind),
    ['text', 'text'],
  );
});
