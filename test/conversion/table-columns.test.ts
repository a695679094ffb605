// A number is in the column that the page shows, even if the tags of a table leave out cells.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { CellBlock } from '#conversion/layout/layout-blocks.ts';
import { placeRows } from '#conversion/layout/tagged/placed-rows.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { block, line } from '../support/word-pages.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

/** The text of a cell, and its extent. */
type Given = [text: string, left: number, right: number];

/** The texts of each row by their columns, of cells that tags count from the left. */
function columnsOf(rows: readonly (readonly Given[])[], vertical: readonly number[] = []): string[][] {
  const shown = new Map<CellBlock, string>();
  const texts = rows.flatMap((row, n) =>
    row.map(([text, left, right], column) => {
      const box = { left, right, top: 20 * n, bottom: 20 * n + 12 };
      const blocks = [block(line(text, { left, right }))];
      const cell: CellBlock = { box, row: n, column, rowSpan: 1, columnSpan: 1, blocks, borders: {} };
      shown.set(cell, text);
      return { cell, box };
    }),
  );
  const counted = Math.max(...rows.map(({ length }) => length));
  const { cells } = placeRows([...shown.keys()], texts, counted, vertical, 63);
  return rows.map((_, n) =>
    cells
      .filter(({ row }) => row === n)
      .reduce<string[]>(
        (all, cell) => all.with(cell.column, shown.get(cell) ?? ''),
        Array.from({ length: 1 + Math.max(...cells.map(({ column }) => column)) }, () => ''),
      ),
  );
}

const heads: Given[] = [
  ['Date', 10, 30],
  ['Text', 80, 100],
  ['Debit', 180, 205],
  ['Credit', 230, 260],
  ['Balance', 280, 320],
];

test('cells that are left out are empty, and push nothing to the left', () => {
  assert.deepEqual(
    columnsOf([
      heads,
      [
        ['1 March', 10, 50],
        ['Opening', 80, 120],
        ['1,200.00', 275, 320],
      ],
      [
        ['2 March', 10, 50],
        ['Rent', 80, 100],
        ['850.00', 170, 205],
        ['350.00', 285, 320],
      ],
      [
        ['3 March', 10, 50],
        ['Salary', 80, 110],
        ['2,410.50', 215, 260],
        ['2,760.50', 275, 320],
      ],
    ]).slice(1),
    [
      ['1 March', 'Opening', '', '', '1,200.00'],
      ['2 March', 'Rent', '850.00', '', '350.00'],
      ['3 March', 'Salary', '', '2,410.50', '2,760.50'],
    ],
  );
});

test('without heads, numbers that end at different places are columns of their own', () => {
  assert.deepEqual(
    columnsOf([
      [
        ['Rent', 80, 100],
        ['850.00', 170, 205],
        ['350.00', 285, 320],
      ],
      [
        ['Salary', 80, 110],
        ['2,410.50', 215, 260],
        ['2,760.50', 275, 320],
      ],
      [
        ['Food', 80, 110],
        ['63.17', 175, 205],
        ['2,697.33', 275, 320],
      ],
    ]),
    [
      ['Rent', '850.00', '', '350.00'],
      ['Salary', '', '2,410.50', '2,760.50'],
      ['Food', '63.17', '', '2,697.33'],
    ],
  );
});

test('words that begin left and numbers that end right are one column, unless a line parts them', () => {
  const rows: Given[][] = [
    [
      ['Height', 10, 40],
      ['n/a or', 80, 100],
    ],
    [
      ['Width', 10, 40],
      ['12', 150, 160],
    ],
  ];
  assert.deepEqual(columnsOf(rows), [
    ['Height', 'n/a or'],
    ['Width', '12'],
  ]);
  assert.deepEqual(columnsOf(rows, [120]), [
    ['Height', 'n/a or', ''],
    ['Width', '', '12'],
  ]);
});

test('numbers below a head that another column lacks are columns of their own', () => {
  assert.deepEqual(
    columnsOf([
      [
        ['Text', 80, 100],
        ['Debit', 182, 205],
      ],
      [
        ['Rent', 80, 100],
        ['850.00', 170, 205],
      ],
      [
        ['Salary', 80, 110],
        ['2,410.50', 215, 260],
      ],
      [
        ['Water', 80, 110],
        ['90.00', 178, 205],
      ],
    ]),
    [
      ['Text', 'Debit', ''],
      ['Rent', '850.00', ''],
      ['Salary', '', '2,410.50'],
      ['Water', '90.00', ''],
    ],
  );
});

test('words that begin at two places, never in the same row, are two columns', () => {
  assert.deepEqual(
    columnsOf([
      [
        ['1', 10, 15],
        ['coffee', 80, 110],
      ],
      [
        ['2', 10, 15],
        ['rent', 180, 200],
      ],
      [
        ['3', 10, 15],
        ['salary', 80, 112],
      ],
      [
        ['4', 10, 15],
        ['insurance', 180, 230],
      ],
    ]),
    [
      ['1', 'coffee', ''],
      ['2', '', 'rent'],
      ['3', 'salary', ''],
      ['4', '', 'insurance'],
    ],
  );
});

test('shorter words in the middle of a column, or at its right, are no column of their own', () => {
  const rows = (words: readonly Given[]): Given[][] =>
    words.map((given, n) => [[`${n + 1}.`, 10, 20], given, ['Moved to the next chapter', 180, 300]]);
  const long: Given = ['Deprecated', 100, 150];
  for (const short of [
    ['Updated', 105, 145],
    ['Updated', 115, 150],
  ] satisfies Given[]) {
    const given = rows([long, short, short, long, short, long]);
    assert.deepEqual(
      columnsOf(given),
      given.map((row) => row.map(([text]) => text)),
    );
  }
});

test('a number that spans two columns does not join them', () => {
  const rows: Given[][] = [
    [
      ['rent', 10, 30],
      ['1.22', 100, 120],
      ['2.18', 150, 170],
    ],
    [
      ['freight', 10, 50],
      ['12.95', 118, 152],
    ],
    [
      ['offer', 10, 40],
      ['17.70', 97, 120],
      ['18.45', 147, 170],
    ],
  ];
  const [first, , last] = columnsOf(rows);
  assert.deepEqual(
    [first, last],
    [
      ['rent', '1.22', '2.18'],
      ['offer', '17.70', '18.45'],
    ],
  );
});

test('words that run on over empty cells take no column of others', () => {
  assert.deepEqual(
    columnsOf([
      [['A long title of all of it', 10, 190]],
      [
        ['one', 10, 30],
        ['1', 95, 100],
        ['2', 145, 150],
        ['3', 195, 200],
      ],
      [
        ['a name that is cut', 10, 120],
        ['4', 145, 150],
      ],
      [['5', 195, 200]],
    ]),
    [
      ['A long title of all of it', '', '', ''],
      ['one', '1', '2', '3'],
      ['a name that is cut', '', '4', ''],
      ['', '', '', '5'],
    ],
  );
});

test('texts that are scattered over more columns than Word has stay where they are counted', () => {
  const rows: Given[][] = Array.from({ length: 80 }, (_, n) => [
    [`${n}`, n * 20, n * 20 + 8],
    [`${n + 1}`, n * 20 + 11, n * 20 + 18],
  ]);
  assert.ok(columnsOf(rows).every((row) => row.length === 2));
});

const statement = [
  ['Date', 'Text', 'Debit', 'Credit', 'Balance'],
  ['2026-03-01', 'Opening', '', '', '1,200.00'],
  ['2026-03-03', 'Rent', '850.00', '', '350.00'],
  ['2026-03-05', 'Salary', '', '2,410.50', '2,760.50'],
  ['2026-03-12', '', '', '19.99', ''],
];
const asHtml = (rows: readonly (readonly string[])[], head: 'th' | 'td') =>
  `<table style="width: 100%">${rows
    .map((row, n) => {
      const tag = n === 0 ? head : 'td';
      return `<tr>${row.map((text, column) => `<${tag} style="text-align: ${column > 1 ? 'right' : 'left'}">${text}</${tag}>`).join('')}</tr>`;
    })
    .join('')}</table>`;

for (const [name, html] of [
  ['with heads', asHtml(statement, 'th')],
  ['that a browser treats as a layout', asHtml(statement.slice(1), 'td')],
] as const)
  test(`a statement ${name} keeps its columns from a browser's print to Word, CSV and Markdown`, async () => {
    const rows = statement.slice(name === 'with heads' ? 0 : 1);
    const pdf = await readFile(
      await bench.run('html-to-pdf', [Buffer.from(`<!doctype html><html lang="en"><h1>Account</h1>${html}</html>`)]),
    );
    const markdown = await readFile(await bench.run('pdf-to-markdown', [pdf]), 'utf8');
    const lines = markdown.split('\n').filter((own) => own.startsWith('|') && !own.includes('---'));
    const cells = lines.map((own) =>
      own
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    );
    assert.deepEqual(cells, rows);
    const csv = await withZip(await bench.run('pdf-to-excel', [pdf], { format: 'csv' }), async (zip) =>
      String(await zip.readWhole([...zip.names][0] ?? '', 1 << 20)),
    );
    const plain = rows.map((row) => row.map((cell) => cell.replace(/,|(?<=\.\d)0$|\.00$/g, '')).join(','));
    assert.deepEqual(csv?.replace('\ufeff', '').trim().split(/\r?\n/), plain);
    const xml = await withZip(await bench.run('pdf-to-word', [pdf]), async (zip) =>
      String(await zip.readWhole('word/document.xml', 1 << 22)),
    );
    const inWord = [...(xml ?? '').matchAll(/<w:tr[ >].*?<\/w:tr>/gs)].map(([row]) =>
      [...row.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => cell.replaceAll(/<[^>]*>/g, '')),
    );
    assert.deepEqual(inWord, rows);
  });
