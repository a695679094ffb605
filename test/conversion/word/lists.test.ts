// Lists among paragraphs, by their labels and the positions of these.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { labelOf, symbolText } from '#conversion/layout/text/labels.ts';
import { findLists } from '#conversion/layout/text/lists.ts';
import { block, column, fullLines, line } from '../../support/word-pages.ts';

const item = (text: string, left = 72): TextBlock => block(line(text, { left }));
const plain = (left = 72): TextBlock => block(fullLines(2, { left }));

/** List and level of each paragraph; "-" if it is no item. */
function places(blocks: TextBlock[]): string[] {
  findLists(blocks, 1);
  return blocks.map(({ role }) => (role?.item === undefined ? '-' : `${role.item.list}.${role.item.level}`));
}

test('numbers that follow each other are a list', () => {
  assert.deepEqual(places([item('1. one'), item('2. two'), item('3. three')]), ['1.0', '1.0', '1.0']);
});

test('a number that nothing follows is the beginning of a sentence', () => {
  assert.deepEqual(places([item('7. one'), plain(), item('9. two')]), ['-', '-', '-']);
});

test('a first number that is set off by a tab begins a list by itself', () => {
  assert.deepEqual(places([item('1.\tone'), plain()]), ['1.0', '-']);
  assert.deepEqual(places([item('1\tone'), plain()]), ['-', '-']);
  assert.deepEqual(places([item('7.\tone'), plain()]), ['-', '-']);
});

test('numbers with a nought before them keep it, up to the tenth; names made of digits are none', () => {
  const kindOf = (text: string) => labelOf(line(text))?.kind;
  assert.deepEqual([kindOf('01. one'), kindOf('10. ten'), kindOf('007 Bond')], ['decimalZero', 'decimal', undefined]);
  assert.deepEqual(places([item('09. nine'), item('10. ten')]), ['1.0', '1.0']);
});

test('bullets are items, dashes only in company', () => {
  assert.deepEqual(places([item('• one'), plain()]), ['1.0', '-']);
  assert.deepEqual(places([item('– one'), plain()]), ['-', '-']);
  assert.deepEqual(places([item('– one'), item('– two')]), ['1.0', '1.0']);
});

test('items with a larger indent are a level deeper', () => {
  const two = (indent: number) => places([item('• one'), item('◦ two', 72 + indent), item('• three')]);
  assert.deepEqual(two(5.1), ['1.0', '1.1', '1.0']);
  assert.equal(two(4.9)[1], '2.0');
});

test('the next number has the same indent', () => {
  assert.deepEqual(places([item('1) one'), item('2) two', 79.9)]), ['1.0', '-']);
  assert.deepEqual(places([item('1) one'), item('2) two', 80.1)]), ['-', '-']);
});

test('a paragraph within an item does not end the list, one at its label does', () => {
  const atEdge = (own: TextBlock): TextBlock => ({ ...own, container: { ...column, left: 0 } });
  const numbers = (left: number) =>
    places([item('- one', 10), item('- two', 10), plain(left), item('- three', 10)].map(atEdge));
  assert.deepEqual(numbers(13.1), ['1.0', '1.0', '-', '1.0']);
  assert.equal(numbers(12.9)[3], '-');
});

test('the next number is looked for among the eleven paragraphs after a label', () => {
  const apart = (count: number) =>
    places([item('4. one'), ...Array.from({ length: count }, () => plain(90)), item('5. two')])[0];
  assert.equal(apart(10), '1.0');
  assert.equal(apart(11), '-');
});

test('a short line with a number of several parts is a heading, unless others follow', () => {
  const text = (length: number) => `1.1.\t${'a'.repeat(length - 5)}`;
  assert.equal(places([item(text(59)), plain()])[0], '-');
  assert.equal(places([item(text(60)), plain()])[0], '1.0');
  assert.deepEqual(places([item(text(59)), item('1.2.\tb')]), ['1.0', '1.0']);
});

test('lists that are interrupted by text are two', () => {
  assert.deepEqual(places([item('1. one'), item('2. two'), plain(), item('1. one'), item('2. two')]), [
    '1.0',
    '1.0',
    '-',
    '2.0',
    '2.0',
  ]);
});

test('a list continues with its next number after text that is not in it', () => {
  const found = places([item('4. one'), item('5. two'), plain(), item('6. three'), plain(), plain(), item('7. four')]);
  assert.deepEqual(found, ['1.0', '1.0', '-', '1.0', '-', '-', '1.0']);
  assert.equal(places([item('4. one'), item('5. two'), plain(), item('7. three')])[3], '-');
});

test('a part of a number is an item, and the number after it continues the list', () => {
  const found = places([item('2.\tone'), item('3.\ttwo'), item('3.1.\tthree', 90), item('4.\tfour')]);
  assert.deepEqual(found, ['1.0', '1.0', '1.1', '1.0']);
});

test('a number of several parts needs no room before its text', () => {
  assert.deepEqual(places([item('2.1.1.One'), item('2.1.2.Two')]), ['1.0', '1.0']);
  assert.equal(labelOf(line('2.1.1.One'))?.length, 6);
  assert.equal(labelOf(line('3.5.x'))?.length, undefined);
});

test('a dash after a number is of the label', () => {
  assert.deepEqual(places([item('1 - one'), item('2 - two')]), ['1.0', '1.0']);
  assert.equal(labelOf(line('1 - one'))?.text, '1 -');
  assert.deepEqual(places([item('1 - 5 of seven')]), ['-']);
});

test('words with numbers that are set off are labels, but not those of figures', () => {
  assert.deepEqual(places([item('Step 1:\tone'), item('Step 2:\ttwo')]), ['1.0', '1.0']);
  assert.deepEqual(places([item('§ 1\tone'), item('§ 2\ttwo')]), ['1.0', '1.0']);
  assert.deepEqual(places([item('Step 1: one'), item('Step 2: two')]), ['-', '-']);
  assert.deepEqual(places([item('Figure 1.\tone'), item('Figure 2.\ttwo')]), ['-', '-']);
});

test('arrows and other signs are bullets; signs that text also has if they are repeated', () => {
  for (const sign of ['→', '»', '+', '>', '▫', '☐', '➜'])
    assert.deepEqual(places([item(`${sign}\tone`), item(`${sign}\ttwo`)]), ['1.0', '1.0'], sign);
  assert.deepEqual(places([item('+\tone')]), ['-']);
  assert.deepEqual(places([item('-\tone')]), ['1.0']);
});

test('entries of a table of contents are no list', () => {
  const entry = (text: string) => item(`${text} ........ 7`);
  assert.deepEqual(places([entry('1. One'), entry('2. Two')]), ['-', '-']);
});

test('letters and numerals are distinguished', () => {
  const kinds = places([item('(a) one'), item('(b) two'), item('(c) three'), plain(), item('i. one'), item('ii. two')]);
  assert.deepEqual(kinds, ['1.0', '1.0', '1.0', '-', '2.0', '2.0']);
});

test('a list of a column further to the right continues after a paragraph of its item', () => {
  const inColumn = (own: TextBlock): TextBlock => ({ ...own, container: { ...column, left: 300, right: 500 } });
  const found = places([item('- one', 310), item('- two', 310), plain(320), item('- three', 310)].map(inColumn));
  assert.deepEqual(found, ['1.0', '1.0', '-', '1.0']);
  const outside = places([item('- one', 310), item('- two', 310), plain(300), item('- three', 310)].map(inColumn));
  assert.equal(outside[3], '-');
});

test('"2.1" is a part of "2", even with the same indent, and "3" continues after it', () => {
  const found = places([item('1.\tone'), item('2.\ttwo'), item('2.1.\tthree'), item('2.2.\tfour'), item('3.\tfive')]);
  assert.deepEqual(found, ['1.0', '1.0', '1.1', '1.1', '1.0']);
});

test('the sign of a section before its number is no bullet', () => {
  assert.deepEqual(places([item('§ 12.2 Disposal'), plain(), item('§ 12.3 Records')]), ['-', '-', '-']);
  assert.equal(labelOf(line('§ one'))?.kind, 'bullet');
});

test('a sign of a font that no other font has is a bullet that all have', () => {
  assert.equal(symbolText('\uf097', 'OpenSymbol'), '•');
  assert.equal(symbolText('\uf0fc', 'Wingdings'), '✓');
  assert.equal(symbolText('»', 'Arial'), '»');
});
