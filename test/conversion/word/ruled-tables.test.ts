// Tables with their lines drawn around each cell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '#conversion/layout/blocks/page-layout.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Fill, Rule } from '#conversion/layout/page-content.ts';
import { letters, page } from '../../support/word-pages.ts';

const black = { thickness: 0.5, color: '000000' };
const horizontal = (left: number, right: number, y: number): Rule => ({
  ...black,
  direction: 'horizontal',
  left,
  right,
  top: y,
  bottom: y + 0.5,
});
const vertical = (x: number, top: number, bottom: number): Rule => ({
  ...black,
  direction: 'vertical',
  left: x,
  right: x + 0.5,
  top,
  bottom,
});
/** Two columns of 60 points, two rows of 60. */
const grid = [72, 132, 192].flatMap((at, n) => [horizontal(72, 192, 100 + n * 60), vertical(at, 100, 220)]);
const body = { left: 60, top: 60, right: 535, bottom: 780 };
const words = (fills: Fill[] = []) => {
  const cell = (text: string, left: number, baseline: number) => letters(text, { left, baseline });
  const glyphs = [
    ...cell('one', 76, 112),
    ...cell('two', 136, 112),
    ...cell('three', 76, 172),
    ...cell('four', 136, 172),
    ...letters('Text under the table', { baseline: 300 }),
  ];
  return partsOf(page(0, glyphs, { rules: grid.map((rule) => ({ ...rule })), fills }), body);
};

test('a white ground under all text of a page is no part of a table', () => {
  const ground = { left: 72, top: 72, right: 523, bottom: 770, color: 'ffffff' };
  const { tables, cells } = words([ground]);
  assert.deepEqual(
    tables.map(({ xs, ys }) => [xs.length - 1, ys.length - 1]),
    [[2, 2]],
  );
  assert.deepEqual([...cells.values()].flat().map(textOfLine), ['one', 'two', 'three', 'four']);
});

test('blanks of justified lines in cells are blanks, not tabs', () => {
  // Six cells below each other, the words of each at both edges of a column of 50 points.
  const rules = [vertical(72, 100, 220), vertical(132, 100, 220), vertical(192, 100, 220)];
  const rows = Array.from({ length: 7 }, (_, n) => horizontal(72, 192, 100 + n * 20));
  const glyphs = Array.from({ length: 6 }, (_, n) => [
    ...letters('no', { left: 77, baseline: 114 + n * 20 }),
    ...letters('of', { left: 117, baseline: 114 + n * 20 }),
    ...letters('12', { left: 140, baseline: 114 + n * 20 }),
  ]).flat();
  const { cells } = partsOf(page(0, glyphs, { rules: [...rules, ...rows] }), body);
  assert.deepEqual(new Set([...cells.values()].flat().map(textOfLine)), new Set(['no of', '12']));
});

/** The rows of the grid's table, whose cells of the first row have the lines given. */
const rowsOf = (names: readonly string[], amounts: readonly string[]): string[][] => {
  const lines = (texts: readonly string[], left: number, from: number) =>
    texts.flatMap((text, n) => letters(text, { left, baseline: from + n * 12 }));
  const glyphs = [
    ...lines(names, 76, 112),
    ...lines(amounts, 136, 112),
    ...lines(['Texas'], 76, 172),
    ...lines(['4'], 136, 172),
  ];
  const { tables, cells } = partsOf(page(0, glyphs, { rules: grid.map((rule) => ({ ...rule })) }), body);
  return (tables[0]?.ys ?? [])
    .slice(1)
    .map((_, row) =>
      (tables[0]?.cells ?? [])
        .filter((cell) => cell.row === row)
        .map((cell) => (cells.get(cell) ?? []).map(textOfLine).join('/')),
    );
};

test('lines beside each other in all cells of a row, with numbers in one, are rows of their own', () => {
  assert.deepEqual(rowsOf(['Maine', 'Iowa', 'Utah'], ['1', '2', '3']), [
    ['Maine', '1'],
    ['Iowa', '2'],
    ['Utah', '3'],
    ['Texas', '4'],
  ]);
});

test('cells keep their lines where their text runs on, or where they have different numbers of them', () => {
  assert.deepEqual(rowsOf(['All of the', 'north'], ['1', '2'])[0], ['All of the/north', '1/2']);
  assert.deepEqual(rowsOf(['Maine', 'Iowa'], ['1'])[0], ['Maine/Iowa', '1']);
  assert.deepEqual(rowsOf(['Maine', 'Iowa'], ['open', 'shut'])[0], ['Maine/Iowa', 'open/shut']);
});
