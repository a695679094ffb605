// Lines of a column into paragraphs: 10-point text, every letter five points wide, twelve points from line to line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadingsOf, splitParagraphs } from '#conversion/layout/text/paragraphs.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { column, fullLines, fullText, line, type Placed, textsOf } from '../../support/word-pages.ts';

const leadings = new Map([[10, 12]]);
const split = (lines: readonly TextLine[]) => textsOf(splitParagraphs(lines, column, leadings));
const full = (baseline: number, placed: Placed = {}) =>
  line(fullText, { left: column.left, right: column.right, baseline, ...placed });

test('full lines at the usual leading are one paragraph', () => {
  assert.deepEqual(split(fullLines(5)), [5]);
});

test('a distance that is clearly wider than the leading begins a paragraph', () => {
  assert.deepEqual(split([full(100), full(112), full(124), full(138)]), [4]);
  assert.deepEqual(split([full(100), full(112), full(124), full(138.2), full(150.2)]), [3, 2]);
});

test('after the first line the leading of the document is expected', () => {
  assert.deepEqual(split([full(100), full(113.9), full(127.8)]), [3]);
  assert.deepEqual(split([full(100), full(114.2), full(126.2)]), [1, 2]);
});

test('text of a size that has no leading in the document gets one of a quarter over its size', () => {
  const [near, far] = [14.5, 14.7].map((distance) =>
    textsOf(splitParagraphs([full(100), full(100 + distance)], column, new Map())),
  );
  assert.deepEqual(near, [2]);
  assert.deepEqual(far, [1, 1]);
});

test('the leading is that of most lines; lines that overlap and distances of paragraphs do not count', () => {
  const lines = [100, 112, 124, 136, 161, 186, 211, 236].map((baseline) => full(baseline));
  assert.equal(leadingsOf([lines]).get(10), 12);
  const leading = (distance: number) => leadingsOf([[100, 100 + distance].map((baseline) => full(baseline))]).get(10);
  assert.equal(leading(24), 24);
  assert.equal(leading(24.4), undefined);
  assert.equal(leading(9), 9);
  assert.equal(leading(8.6), undefined);
});

test('another size begins a paragraph', () => {
  assert.deepEqual(split([full(100), full(112, { size: 10.5 })]), [2]);
  assert.deepEqual(split([full(100), full(112, { size: 10.7 })]), [1, 1]);
});

test('a bold line begins a paragraph, a bold word does not', () => {
  assert.deepEqual(split([full(100, { bold: true }), full(112), full(124)]), [1, 2]);
  const mixed = full(112);
  mixed.glyphs = mixed.glyphs.map((glyph, n) => (n < 4 ? { ...glyph, style: { ...glyph.style, bold: true } } : glyph));
  assert.deepEqual(split([full(100), mixed, full(124)]), [3]);
});

test('a line with room for the first word of the next one ends its paragraph', () => {
  // The word has twenty points, the blank 2.2, and 1.5 are left over.
  const next = line('abcd abcd', { baseline: 112 });
  const ending = (room: number) => full(100, { right: column.right - room });
  assert.deepEqual(split([ending(23.6), next]), [2]);
  assert.deepEqual(split([ending(23.8), next]), [1, 1]);
});

test('a word that is parted by a hyphen needs room for its first part only', () => {
  const next = line('ab-cdefgh abcd', { baseline: 112 });
  assert.deepEqual(split([full(100, { right: column.right - 20 }), next]), [1, 1]);
});

test('a line continues after a hyphen at its end, with any room left', () => {
  const short = (text: string) => [line(text), line('tied to the quay', { baseline: 112 })];
  assert.deepEqual(split(short('ships that are emp-')), [2]);
  assert.deepEqual(split(short('ships that are emp')), [1, 1]);
});

test('an indented line begins a paragraph', () => {
  const lines = (indent: number) => [full(100), full(112), full(124, { left: column.left + indent }), full(136)];
  assert.deepEqual(split(lines(5.9)), [4]);
  assert.deepEqual(split(lines(6.1)), [2, 2]);
});

test('the lines below an indented first line are its own', () => {
  const lines = (indent: number) => [full(100, { left: column.left + indent }), full(112), full(124)];
  assert.deepEqual(split(lines(49)), [3]);
  assert.deepEqual(split(lines(51)), [1, 2]);
});

test('lines that hang below a first line are its own where they stay there', () => {
  const at = (baseline: number, shift: number) => full(baseline, { left: column.left + shift });
  assert.deepEqual(split([full(100), at(112, 20), at(124, 20)]), [3]);
  assert.deepEqual(split([full(100), at(112, 20), at(124, 16.1)]), [3]);
  assert.deepEqual(split([full(100), at(112, 20), at(124, 15.9)]), [1, 2]);
  assert.deepEqual(split([full(100), at(112, 7.1), full(124)]), [1, 2]);
  assert.deepEqual(split([full(100), at(112, 6.9), full(124)]), [2, 1]);
});

test('a bullet begins a paragraph', () => {
  const item = (baseline: number) => line(`•\t${fullText}`, { left: column.left, right: column.right, baseline });
  assert.deepEqual(split([item(100), item(112), item(124)]), [1, 1, 1]);
});

test('a narrow block of full lines has an edge of its own', () => {
  const narrow = (count: number) =>
    Array.from({ length: count }, (_, n) => full(100 + n * 12, { right: column.left + 300 }));
  assert.deepEqual(split(narrow(4)), [4]);
  assert.deepEqual(split(narrow(3)), [1, 1, 1]);
});

test('a block has an edge where three fifths of its lines end near the widest', () => {
  const lines = (...shorts: number[]) =>
    split(shorts.map((short, n) => full(100 + n * 12, { right: column.left + 300 - short })));
  assert.deepEqual(lines(0, 0, 37, 0, 0), [3, 2]);
  assert.deepEqual(lines(0, 0, 37, 37, 0), [1, 1, 1, 1, 1]);
  assert.deepEqual(lines(0, 35, 35, 0, 0), [2, 1, 2]);
});

test('centred lines stay together, however short they are', () => {
  const centred = (baseline: number, inset: number, after = inset) =>
    line('abcd abcd', { left: column.left + inset, right: column.right - after, baseline });
  assert.deepEqual(split([centred(100, 20), centred(112, 13)]), [2]);
  assert.deepEqual(split([centred(100, 20), centred(112, 60, 62)]), [2]);
});

test('parts that are set off by tabs are lines of their own', () => {
  const tabbed = (baseline: number) => line(`abcd\t${fullText}`, { left: column.left, right: column.right, baseline });
  assert.deepEqual(split([tabbed(100), tabbed(112)]), [1, 1]);
});

test('the column ends where many lines are flush, even if others reach further', () => {
  const wide = { ...column, right: 560 };
  const lines = [...fullLines(6), line(fullText, { left: column.left, right: 555, baseline: 172 }), full(184)];
  assert.deepEqual(textsOf(splitParagraphs(lines, wide, leadings)), [8]);
});

test('a line that dots lead to a number ends its paragraph, however full it is', () => {
  const led = line(`Alpha ${'.'.repeat(60)} 7249`, { left: column.left, right: column.right, baseline: 100 });
  assert.deepEqual(split([led, full(112), full(124)]), [1, 2]);
});

test('lines that end at one edge and begin anywhere are one paragraph, which keeps their ends', () => {
  const ending = (texts: readonly string[]) =>
    texts.map((text, n) => line(text, { left: column.right - text.length * 5, baseline: 100 + n * 12 }));
  const verse = ending(['The moon was caught in the bog,', 'her hood fell', 'forward and covered', 'her hair']);
  const [whole] = splitParagraphs(verse, column, leadings);
  assert.deepEqual([whole?.lines.length, whole?.isWhole], [4, true]);
  // Two may do so by chance, and lines of one length are a block.
  for (const others of [verse.slice(0, 2), ending(['The moon was', 'in the bogs,', 'and her hood'])])
    assert.equal(splitParagraphs(others, column, leadings)[0]?.isWhole, undefined);
});
