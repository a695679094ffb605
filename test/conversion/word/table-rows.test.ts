// Rows of tables whose cells have several lines, with and without rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framedTables } from '#conversion/layout/blocks/framed-tables.ts';
import { openTables } from '#conversion/layout/blocks/open-tables.ts';
import type { TableCandidate } from '#conversion/layout/blocks/table-candidate.ts';
import { lineOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Rule, TextLine } from '#conversion/layout/page-content.ts';
import { line, page } from '../../support/word-pages.ts';

/** Cells at 72, 172 and 272 points; "/" begins a new line of a cell, twelve points below. */
function rowsAt(rows: readonly (readonly string[])[], from = 100): TextLine[] {
  let baseline = from;
  return rows.flatMap((row) => {
    const own = row.flatMap((cell, column) =>
      cell === ''
        ? []
        : cell.split('/').map((text, n) => line(text, { left: 72 + column * 100, baseline: baseline + n * 12 })),
    );
    baseline += Math.max(...row.map((cell) => cell.split('/').length)) * 12;
    return own;
  });
}

const rule = (top: number, { left = 72, right = 372, thickness = 0.5 } = {}): Rule => ({
  left,
  right,
  top,
  bottom: top + thickness,
  direction: 'horizontal',
  thickness,
  color: '000000',
});

function cellsOf(found: TableCandidate | undefined): string[][] {
  if (found === undefined) return [];
  const { table, lines } = found;
  return table.ys
    .slice(1)
    .map((_, row) =>
      table.cells.filter((cell) => cell.row === row).map((cell) => (lines.get(cell) ?? []).map(textOfLine).join('/')),
    );
}

const harbour = [
  ['Quay', 'Ships that/may lie there', 'Fee'],
  ['North', 'fishing boats and/small ferries of/the town', '12'],
  ['South', 'tankers', 'to be agreed/with the board'],
];

test('rows end where cells begin again, though only lines of cells are between them', () => {
  assert.deepEqual(cellsOf(openTables(rowsAt(harbour), page(0, []))[0]), harbour);
});

test('lines that could all be rows are rows', () => {
  const rows = [
    ['Item', 'Planned', 'Spent'],
    ['Dredging', '1200', '1350'],
    ['Cranes', '800', '790'],
  ];
  assert.deepEqual(cellsOf(openTables(rowsAt(rows), page(0, []))[0]), rows);
});

test('a header over a line is part of the table, also where it has one cell', () => {
  const pieces = [
    line('Fees of all', { baseline: 76 }),
    line('the harbour', { baseline: 88 }),
    ...rowsAt(harbour.slice(1), 104),
  ];
  const [found] = openTables(pieces, page(0, [], { rules: [rule(91)] }));
  assert.deepEqual(cellsOf(found)[0], ['Fees of all/the harbour', '', '']);
  assert.equal(found?.table.headerRows, 1);
});

test('bullets before text are a list, not a column', () => {
  const items = Array.from({ length: 3 }, (_, n) => ['The fleet of', '•', `ships that lie/in the basin ${n}`]);
  assert.deepEqual(openTables(rowsAt(items), page(0, [])), []);
});

/** Two columns that are closer than words are parted elsewhere: six points. */
const narrow = (from: number): TextLine[] =>
  ['Apples from 120', 'Pears up to  90', 'Plums half   45'].map((text, n) =>
    line(text.replaceAll('  ', ' ').replace(/ (\d+)$/, '  $1'), { baseline: from + n * 14 }),
  );

test('between rules the smallest room that all rows leave parts columns', () => {
  const rules = [rule(86, { thickness: 1 }), rule(131, { thickness: 1 })];
  const lines = narrow(98);
  const right = Math.max(...lines.map((own) => own.right));
  const framed = openTables(
    [...lines, line('A line of text below the table', { baseline: 160 })],
    page(0, [], { rules: rules.map((own) => ({ ...own, right })) }),
  );
  assert.deepEqual(cellsOf(framed[0]), [
    ['Apples from', '120'],
    ['Pears up to', '90'],
    ['Plums half', '45'],
  ]);
  assert.deepEqual([...framedTables(lines, page(0, []))], []);
});

test('the rules of a table are its borders, and the row over the inner one its header', () => {
  const rules = [rule(88), rule(104), rule(146)];
  const rows = [
    ['Quay', 'Ships', 'Fee'],
    ['North', 'small ships', '12'],
    ['South', 'tankers', '40'],
  ];
  const own = page(0, [], { rules });
  const [found] = openTables([...rowsAt(rows.slice(0, 1), 100), ...rowsAt(rows.slice(1), 120)], own);
  assert.deepEqual(cellsOf(found), rows);
  assert.equal(found?.table.headerRows, 1);
  assert.deepEqual(
    found?.table.cells.filter(({ column }) => column === 0).map(({ borders }) => Object.keys(borders)),
    [['top', 'bottom'], [], ['bottom']],
  );
  assert.deepEqual(found?.claimed, rules);
});

test('a heading over several columns of the table is one cell', () => {
  const head = line('Fees of the whole year in crowns', { left: 172, baseline: 100 });
  const rows = rowsAt(
    [
      ['North', 'small ships', '12'],
      ['South', 'tankers', '40'],
      ['West', 'ferries', '7'],
    ],
    120,
  );
  const [found] = openTables([head, ...rows], page(0, [], { rules: [rule(88), rule(104), rule(150)] }));
  assert.deepEqual(
    found?.table.cells.filter(({ row }) => row === 0).map(({ column, columnSpan }) => [column, columnSpan]),
    [
      [0, 1],
      [1, 2],
    ],
  );
});

test('notes between the last rules go over the columns', () => {
  const rows = rowsAt([...'ABCDE'].map((name) => [name, `Owner ${name}`, '10.0']));
  const notes = [0, 12, 24].map((y) =>
    line('Words of a note that goes on over all the columns there', { left: 72, baseline: 180 + y }),
  );
  const rules = [rule(88), rule(104), rule(164), rule(210)];
  const [found] = framedTables([...rows, ...notes], page(0, [], { rules }));
  assert.deepEqual(cellsOf(found)[1], ['B', 'Owner B', '10.0']);
});

test('thick rules open and close tables: text between two tables is in none', () => {
  const rows = (from: number) =>
    rowsAt(
      [
        ['North', 'ships', '12'],
        ['South', 'tankers', '40'],
        ['West', 'ferries', '7'],
      ],
      from,
    );
  const thick = (top: number) => rule(top, { thickness: 1 });
  const rules = [thick(88), rule(104), thick(130), thick(160), rule(176), thick(202)];
  const between = line('And the next year', { baseline: 148 });
  const found = openTables([...rows(100), between, ...rows(172)], page(0, [], { rules }));
  assert.deepEqual(
    found.map(({ table }) => table.ys.length - 1),
    [3, 3],
  );
});

test('paragraphs and forms between rules stay text', () => {
  const text = [
    'The board has asked for the list of',
    'all those who have paid the fees in',
    'the year before last, or not at all',
  ];
  const lines = text.map((own, n) => line(own, { baseline: 100 + n * 12 }));
  assert.deepEqual(openTables(lines, page(0, [], { rules: [rule(88), rule(128)] })), []);
});

test('amounts below amounts are rows, though nothing precedes them', () => {
  const rows = [
    ['Rope', '25', '30.00'],
    ['Anchor', '1', '149.00'],
    ['', 'Net', '179.00'],
    ['', 'Total', '214.80'],
  ];
  assert.deepEqual(cellsOf(openTables(rowsAt(rows), page(0, []))[0]), rows);
});

test('the ground behind a cell is its shading', () => {
  const rows = [
    ['Item', 'Planned', 'Spent'],
    ['Dredging', '1200', '1350'],
    ['Cranes', '800', '790'],
  ];
  const ground = { left: 72, top: 90, right: 372, bottom: 103, color: '003366' };
  const [found] = openTables(rowsAt(rows), page(0, [], { fills: [ground] }));
  assert.deepEqual(
    found?.table.cells.map(({ shading }) => shading),
    ['003366', '003366', '003366', ...Array.from({ length: 6 }, () => undefined)],
  );
});

test('labels of columns that are wider than the cells below them are separate cells', () => {
  // Letters of five points, three and a half of them between the labels.
  const labels = line('Quayside', { left: 72, baseline: 100 }).glyphs.concat(
    line('Visiting', { left: 119, baseline: 100 }).glyphs,
    line('Harbours', { left: 166, baseline: 100 }).glyphs,
  );
  const row = (baseline: number, ...cells: string[]) =>
    cells.map((text, n) => line(text, { left: 72 + 10 + n * 47, baseline }));
  const rows = [row(120, '12', '14', '16'), row(132, '20', '21', '22'), row(144, '31', '33', '35')];
  const rules = [88, 104, 148].map((top) => rule(top, { right: 206 }));
  const [found] = openTables([lineOf(labels, 0), ...rows.flat()], page(0, [], { rules }));
  assert.deepEqual(cellsOf(found)[0], ['Quayside', 'Visiting', 'Harbours']);
});

test('a cell at half height between two rows goes with the upper one', () => {
  const head = rowsAt([['Training', 'Retriever', 'Share']], 100);
  const rows = rowsAt(
    [
      ['', 'first', '12'],
      ['', 'second', '40'],
      ['None', 'third', '7'],
    ],
    120,
  );
  const centred = line('Single', { left: 72, baseline: 126 });
  const rules = [rule(88), rule(104), rule(150)];
  const [found] = openTables([...head, ...rows, centred], page(0, [], { rules }));
  assert.deepEqual(cellsOf(found), [
    ['Training', 'Retriever', 'Share'],
    ['Single', 'first', '12'],
    ['', 'second', '40'],
    ['None', 'third', '7'],
  ]);
});

test('a head of two lines is one row with the labels at half their height beside it', () => {
  const head = [
    line('Share', { left: 272, baseline: 100 }),
    line('Mill', { baseline: 105 }),
    line('Owner', { left: 172, baseline: 105 }),
    line('per cent', { left: 272, baseline: 110 }),
  ];
  const body = rowsAt(
    [...'ABCD'].map((name) => [name, `Owner ${name}`, '10.0']),
    140,
  );
  const [found] = framedTables([...head, ...body], page(0, [], { rules: [rule(88), rule(118), rule(182)] }));
  assert.deepEqual(cellsOf(found).slice(0, 2), [
    ['Mill', 'Owner', 'Share/per cent'],
    ['A', 'Owner A', '10.0'],
  ]);
});

test('rows begin at the rule over them, and columns before the widest of their labels', () => {
  const head = [...rowsAt([['Mill', 'Owner', '']]), line('Share per cent', { left: 240, baseline: 100 })];
  const body = [
    ...rowsAt(
      [...'ABCD'].map((name) => [name, `O ${name}`, '']),
      140,
    ),
    ...[...'ABCD'].map((_, n) => line('10.0', { left: 290, baseline: 140 + n * 12 })),
  ];
  const [found] = framedTables([...head, ...body], page(0, [], { rules: [rule(88), rule(108), rule(182)] }));
  assert.equal(found?.table.ys[1], 108.5);
  const edge = found.table.xs[2] ?? Infinity;
  assert.ok(edge > 200 && edge <= 240, String(edge));
});
