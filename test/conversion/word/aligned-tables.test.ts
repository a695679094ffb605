// Tables without lines: pieces of text over each other, not lists, columns of text and listings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTables } from '#conversion/layout/blocks/open-tables.ts';
import { joined, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { PageContent, TextLine } from '#conversion/layout/page-content.ts';
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
  const [found] = openTables(pieces(rows, steps), page(0, [], more));
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
  const found = openTables(all, page(0, []));
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
    openTables(pieces(fruit), page(0, [], { rules: tops.map(rule) }))[0]?.table.headerRows;
  assert.equal(headers(103), 1);
  assert.equal(headers(88, 132), 0);
});

/** Rows whose cells begin at `lefts`, with neighbouring words in one piece. */
const close = (rows: readonly Row[], lefts: readonly number[]): TextLine[] =>
  joined(
    rows.flatMap((row, n) =>
      row.flatMap((text, column) =>
        text === null ? [] : [line(text, { left: lefts[column] ?? 0, baseline: 100 + n * 14 })],
      ),
    ),
  );

const textsOf = (all: readonly TextLine[]): string[][][] =>
  openTables(all, page(0, [])).map(({ table, lines }) =>
    Array.from({ length: table.ys.length - 1 }, (_, row) =>
      table.cells.filter((cell) => cell.row === row).map((cell) => (lines.get(cell) ?? []).map(textOfLine).join(' ')),
    ),
  );

const amounts: Row[] = [
  ['Year', '2019', '2020', '2021'],
  ['Red plums', '1204', '1198', '1340'],
  ['Apples', '2204', '2198', '2340'],
  ['Dry lemons', '3204', '3198', '3340'],
];

test('columns that are an em apart are a table, where every row has the gaps at one place', () => {
  assert.deepEqual(textsOf(close(amounts, [72, 134, 164, 194])), [amounts]);
});

test('two rows with narrow gaps at one place are no table', () => {
  assert.deepEqual(textsOf(close(amounts.slice(1, 3), [72, 134, 164, 194])), []);
});

test('lines of text with wide blanks at places of their own are no table', () => {
  const words = ['every', 'line', 'of', 'this', 'text', 'was', 'made', 'flush'];
  const lines = [0, 1, 2, 3, 4, 5].map((n) => [...words.slice(n), ...words.slice(0, n)]);
  const stretched = lines.flatMap((line, n) => {
    let left = 72;
    return line.flatMap((word) => {
      const from = left;
      left += word.length * 5 + 7 + n / 5;
      return [{ word, from, baseline: 100 + n * 12 }];
    });
  });
  assert.deepEqual(
    textsOf(joined(stretched.map(({ word, from, baseline }) => line(word, { left: from, baseline })))),
    [],
  );
});

const pairs: Row[] = [
  ['Apple', 'red'],
  ['Banana', 'yellow'],
  ['Plum', 'blue'],
  ['Lime', 'green'],
];

test('two columns of words that are close together are a table where four rows have both', () => {
  assert.deepEqual(textsOf(close(pairs, [72, 112])), [pairs]);
  assert.deepEqual(textsOf(close(pairs.slice(1), [72, 112])), []);
  assert.deepEqual(textsOf(close([...pairs.slice(1), ['Pear', null], ['Fig', 'blue']], [72, 112])), []);
});

/** Typewritten letters, as wide as those of Liberation Mono and DejaVu Sans Mono. */
const typed = (text: string, baseline: number): TextLine => {
  const own = line(text, { baseline, right: 72 + text.length * 6.02 });
  for (const glyph of own.glyphs) glyph.style = { ...glyph.style, font: 'Liberation Mono' };
  return own;
};

test('a typewritten listing is no table, though its words are aligned', () => {
  const listing = [
    '-rw-r--r-- 1 anna staff  4096 Mar 14 09:12 apple.txt',
    '-rw-r--r-- 1 anna staff 12288 Mar 15 10:45 lemon.txt',
    'drwxr-xr-x 3 anna staff   160 Apr 02 17:30 plums.txt',
    '-rw-r--r-- 1 anna staff   512 May 21 08:01 quinc.txt',
  ];
  assert.deepEqual(textsOf(listing.map((text, n) => typed(text, 100 + n * 12))), []);
  const code = ['let apple = 10 + 1;', 'let lemon = 20 + 2;', 'let peach = 30 + 3;', 'let plums = 40 + 4;'];
  assert.deepEqual(textsOf(code.map((text, n) => typed(text, 100 + n * 12))), []);
});

test('equations over each other are no table, though their numbers are', () => {
  const equations: Row[] = [
    ['a = 1', '(1)'],
    ['b = 2', '(2)'],
    ['c = 3', '(3)'],
  ];
  assert.deepEqual(textsOf(close(equations, [72, 103.5])), []);
  const aligned: Row[] = [
    ['a', '=', '10'],
    ['b', '=', '20'],
    ['c', '=', '30'],
  ];
  assert.deepEqual(textsOf(close(aligned, [72, 83.5, 95])), []);
});

test('a table right below columns of text is a table, and they are none', () => {
  const running: Row[] = Array.from({ length: 12 }, () => [
    'the text of this column goes on and on,',
    null,
    'and so does that of the other one, too,',
  ]);
  assert.deepEqual(textsOf(close([...running, ...amounts], [72, 250, 310, 370])), [amounts]);
});

test('a rule in two pieces below the head makes two even columns a table', () => {
  const rows: Row[] = [
    ['Mill at the river', 'Keeper'],
    ['The northern mill', 'Ada and her sister Elinor'],
    ['The southern mill', 'Bea'],
    ['The western mill', 'Cid'],
    ['The eastern mill', 'Dora'],
  ];
  const shared = { direction: 'horizontal', top: 106, bottom: 106.5, thickness: 0.5, color: '000000' } as const;
  const headerRows = (...ends: [number, number][]) => {
    const rules = ends.map(([left, right]) => ({ ...shared, left, right }));
    return openTables(pieces(rows, [24]), page(0, [], { rules }))[0]?.table.headerRows;
  };
  assert.equal(headerRows([72, 390]), 1);
  assert.equal(headerRows([72, 222], [222, 390]), 1);
});

test('the last row has its last lines where they are as far apart as in the rows above', () => {
  const rows: Row[] = [...fruit, [null, 'very'], ['Pear', 'mild', 'green'], [null, 'mellow']];
  assert.deepEqual(cellsOf(rows, [28, 28, 14.2, 28, 14.2]).at(-1), ['Pear', 'mild mellow', 'green']);
});
