// Tables drawn by lines: the lines of their grid, and the columns and rows in it that no line separates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsOfCells } from '#conversion/layout/blocks/page-layout.ts';
import { ruledTables, takeDrawn } from '#conversion/layout/blocks/ruled-tables.ts';
import { drawnTables } from '#conversion/layout/tagged/drawn-tables.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Fill, Glyph, PageContent, Rule } from '#conversion/layout/page-content.ts';
import { analyseForWord, bare, letters, page, rule } from '../../support/word-pages.ts';

/** Lines at such edges. */
const grid = (xs: readonly number[], ys: readonly number[]): Rule[] => [
  ...ys.map((y) => rule('horizontal', xs[0]!, y, xs.at(-1)!, y + 0.5)),
  ...xs.map((x) => rule('vertical', x, ys[0]!, x + 0.5, ys.at(-1)!)),
];

/** Texts that end at a place, and begin there where it is negative. */
const textAt = (text: string, right: number, baseline: number): Glyph[] =>
  letters(text, { left: right < 0 ? -right : right - text.length * 5, baseline });

/** The texts of a table's cells, row by row. */
function cellsOf(content: PageContent): string[][] {
  const tables = ruledTables(content);
  const { cells } = textsOfCells(tables, 0, content.glyphs);
  const [table] = tables;
  if (table === undefined) return [];
  return table.ys
    .slice(1)
    .map((_, row) =>
      table.cells.filter((cell) => cell.row === row).map((cell) => (cells.get(cell) ?? []).map(textOfLine).join('/')),
    );
}

const shares = [
  ['Sex', '', ''],
  ['Female', '63', '3.47'],
  ['Male', '1,752', '96.53'],
  ['Other', '12', '0.4'],
];

/** A grid with a head, and one cell below it for several rows and columns of numbers. */
function statement(): PageContent {
  const rows = shares.flatMap(([label = '', count = '', share = ''], n) => {
    const baseline = 132 + n * 14;
    // Numbers are a little lower, as in another font.
    return [
      ...textAt(label, -76, baseline),
      ...textAt(count, 230, baseline + 1.2),
      ...textAt(share, 280, baseline + 1.2),
    ];
  });
  const head = [...textAt('Share', -76, 114), ...textAt('N', 230, 114), ...textAt('Col%', 280, 114)];
  return page(0, [...head, ...rows], { rules: grid([72, 180, 300], [100, 120, 180]) });
}

test('numbers under each other are columns, with a word of the head each; a title has its row for itself', () => {
  assert.deepEqual(cellsOf(statement()), [['Share', 'N', 'Col%'], ...shares]);
});

test('numbers of running text, and those of a few lines, part no column', () => {
  const texts = ['of 20 tons', 'of 30 tons', 'of 40 tons'].flatMap((text, n) => textAt(text, -190, 132 + n * 14));
  const few = ['1 2', '3 4'].flatMap((text, n) => textAt(text, -190, 190 + n * 14));
  const labels = [...textAt('Cargo', -76, 132), ...textAt('Berths', -76, 190)];
  const content = page(0, [...labels, ...texts, ...few], { rules: grid([72, 180, 300], [100, 180, 220]) });
  assert.deepEqual(cellsOf(content), [
    ['Cargo', 'of 20 tons/of 30 tons/of 40 tons'],
    ['Berths', '1 2/3 4'],
  ]);
});

const fill = (left: number, top: number, right: number, bottom: number, color = 'e5e5e5'): Fill => ({
  left,
  top,
  right,
  bottom,
  color,
});

test('backgrounds that reach out of the lines of a table are no edges', () => {
  const content = statement();
  content.fills = [fill(40, 60, 500, 110), fill(40, 110, 250, 700, 'ffffff')];
  const [table] = ruledTables(content);
  assert.deepEqual([table?.xs.length, table?.ys.length], [3, 3]);
  assert.equal(Math.round(table?.box.top ?? 0), 100);
});

test('grounds of lines that end at places of their own are no table', () => {
  const lines = [400, 380, 410, 300].flatMap((right, n) =>
    textAt('A line', -74, 112 + n * 14).map((own) => ({ ...own, right: Math.min(own.right, right) })),
  );
  const fills = [400, 380, 410, 300].map((right, n) => fill(72, 100 + n * 14, right, 114 + n * 14, 'ffffff'));
  assert.deepEqual(ruledTables(page(0, lines, { fills })), []);
});

const ports = ['North', 'South', 'East'].flatMap((text, n) => [
  ...textAt(text, -76, 114 + n * 20),
  ...textAt(`${n}5`, 230, 114 + n * 20),
]);
const drawn = () => page(0, ports, { rules: grid([72, 180, 300], [100, 120, 140, 160]) });

test('tags that name no table leave one that is drawn, unless they do or most of it is empty', () => {
  const content = drawn();
  const tables = drawnTables(content, ports, []);
  const [table] = tables;
  assert.deepEqual(
    table?.cells.map(({ blocks }) => blocks.flatMap((own) => (own.kind === 'text' ? own.lines.map(textOfLine) : []))),
    [['North'], ['05'], ['South'], ['15'], ['East'], ['25']],
  );
  takeDrawn(content, tables);
  assert.deepEqual(content.rules, []);
  assert.deepEqual(drawnTables(drawn(), ports, [{ left: 70, top: 90, right: 310, bottom: 170 }]), []);
  assert.deepEqual(drawnTables(drawn(), ports.slice(0, 5), []), []);
});

test('a drawn table is found even if the tags of its document are not trusted', () => {
  const { regions, isTagged } = analyseForWord({
    ...bare,
    tree: { type: 'Document', raw: 'Document', kids: [], attributes: {} },
    pages: [drawn()],
  });
  assert.equal(isTagged, false);
  const [table] = regions.flatMap(({ blocks }) => blocks);
  assert.ok(table?.kind === 'table');
  assert.deepEqual(Object.keys(table.cells[0]?.borders ?? {}).toSorted(), ['bottom', 'left', 'right', 'top']);
});
