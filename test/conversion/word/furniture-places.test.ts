// Headers and footers with another text on each page: their position identifies them. Pages are 842 points high, their text has ten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFurniture } from '#conversion/layout/blocks/furniture.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { letters, page, rule } from '../../support/word-pages.ts';

/** Running text that begins at a height, and that no two pages share. */
const bodyOf = (n: number, first = 100, last = 690) =>
  Array.from({ length: Math.floor((last - first) / 12) + 1 }, (_, row) =>
    letters(`${'abcdefghij'[n % 10]}${'klmnopqrst'[row % 10]} own words of the page`.repeat(2), {
      baseline: first + row * 12,
    }),
  ).flat();

const shown = (pages: PageContent[], kind: 'headers' | 'footers') =>
  takeFurniture(pages, false)[kind].map((pieces) => pieces.map(textOfLine).join(' '));

const heads = ['Of the beginning', 'Of the middle', 'Of the end'];

test('the headers of the first, the even and the odd page of a short document are its headers', () => {
  const at = (baseline: number, bold = false) =>
    shown(
      heads.map((text, n) => page(n, [...letters(text, { baseline, bold }), ...bodyOf(n, baseline + 40)])),
      'headers',
    );
  assert.deepEqual(at(45), heads);
  // Text of the same kind begins below them, at any position.
  assert.deepEqual(at(80), heads);
  assert.deepEqual(at(80, true), ['', '', '']);
});

test('a line that the text follows at once is not a header', () => {
  const pages = heads.map((text, n) => page(n, [...letters(text, { baseline: 45 }), ...bodyOf(n, 60)]));
  assert.deepEqual(shown(pages, 'headers'), ['', '', '']);
});

test('below the margin, a line of each page is a header only where the text begins at one height', () => {
  const pages = heads.map((text, n) => page(n, [...letters(text, { baseline: 80 }), ...bodyOf(n, 110 + n * 10)]));
  assert.deepEqual(shown(pages, 'headers'), ['', '', '']);
});

test('another footer of the first page has the position of the others', () => {
  const pages = Array.from({ length: 5 }, (_, n) =>
    page(n, [...bodyOf(n), ...letters(n === 0 ? 'Printed by somebody' : 'Yearly report', { baseline: 790 })]),
  );
  assert.equal(shown(pages, 'footers')[0], 'Printed by somebody');
});

test('notes above the footers stay text', () => {
  const pages = Array.from({ length: 3 }, (_, n) =>
    page(n, [
      ...bodyOf(n, 100, 500),
      ...(n === 1 ? letters('1 a note of this page', { baseline: 780 }) : letters('Yearly report', { baseline: 790 })),
    ]),
  );
  assert.deepEqual(shown(pages, 'footers'), ['Yearly report', '', 'Yearly report']);
});

test('the head of a table over several pages is not a header', () => {
  const table = (from: number) =>
    Array.from({ length: 4 }, (_, n) =>
      page(n, [...letters('What is in the table, and where', { baseline: 60 }), ...bodyOf(n, 82)], {
        rules: [rule('vertical', 150, from, 150.5, 690)],
      }),
    );
  assert.deepEqual(shown(table(66), 'headers'), ['', '', '', '']);
  assert.equal(shown(table(75), 'headers')[0], 'What is in the table, and where');
});
