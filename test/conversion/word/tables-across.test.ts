// Tables over an apparent gutter of columns, and columns that are no table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tablesAcross } from '#conversion/layout/blocks/open-tables.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { line, page } from '../../support/word-pages.ts';

/** Texts over each other, `step` points apart, in columns that begin at `lefts`. */
const placed = (columns: readonly (readonly string[])[], lefts: readonly number[], step = 14): TextLine[] =>
  columns.flatMap((own, n) =>
    own.flatMap((text, row) => (text === '' ? [] : [line(text, { left: lefts[n] ?? 0, baseline: 100 + row * step })])),
  );

/** The tables of a page that seems to have a column on each side of a gutter, row by row. */
function tablesOf(pieces: readonly TextLine[], gutter: { left: number; right: number }): string[][][] {
  const columns = [
    { left: 72, right: gutter.left },
    { left: gutter.right, right: 540 },
  ];
  const [top, bottom] = [90, Math.max(...pieces.map((piece) => piece.bottom))];
  const regions = [{ top, bottom, columns, gutters: [{ ...gutter, top, bottom, score: 1.5 }] }];
  return tablesAcross(pieces, regions, page(0, [])).map(({ table, lines }) =>
    Array.from({ length: table.ys.length - 1 }, (_, row) =>
      table.cells.filter((cell) => cell.row === row).map((cell) => (lines.get(cell) ?? []).map(textOfLine).join(' ')),
    ),
  );
}

const rows = [
  ['Plant', 'Owner', 'Share'],
  ['The mill on the upper river', 'Harbour board', '100.0'],
  ['Water works', 'Town of Newport and others', '25.5'],
  ['Saw mill by the old bridge', 'Miller', '70.0'],
  ['Brick works', 'Board of Trade', '12.5'],
];
const byColumn = [0, 1, 2].map((n) => rows.map((row) => row[n] ?? ''));

test('a table whose gaps look like the gutters of columns is one table over all of them', () => {
  assert.deepEqual(tablesOf(placed(byColumn, [72, 260, 460]), { left: 210, right: 260 }), [rows]);
});

test('columns of running text whose lines share their heights are no table', () => {
  const left = [
    'The basin was dredged in',
    'the year of the great flood',
    'and has been kept open by',
    'the board until this day so',
  ];
  const right = [
    'that ships may enter it at',
    'every tide of the year and',
    'leave it when they are full',
    'of stone from the quarries',
  ];
  const third = [
    'which were opened when the',
    'railway reached the port of',
    'the county and the trade in',
    'slate had come to its end',
  ];
  assert.deepEqual(tablesOf(placed([left, right, third], [72, 230, 400], 12), { left: 207, right: 230 }), []);
});

test('an index in columns that are as wide as each other is no table', () => {
  const entries = (word: string) => [9, 12, 15, 31, 40].map((number) => `${word} and ${word}s, ${number}`);
  const columns = ['Harbour', 'Lighthouse', 'Quarry'].map(entries);
  assert.deepEqual(tablesOf(placed(columns, [72, 232, 392], 12), { left: 200, right: 232 }), []);
});

test('running text beside a table is no column of it', () => {
  const running = [
    'of the questions that were asked here.',
    'Then all of them were answered at last',
    'Board of Trade and others had their say',
    'Miller and his men were heard as well.',
    'Nobody was sent away before he had it.',
  ];
  const found = tablesOf(placed([running, ...byColumn.slice(1)], [72, 320, 480]), { left: 270, right: 320 });
  assert.ok(found.every((table) => table.every((row) => !row.join(' ').includes('questions'))));
});
