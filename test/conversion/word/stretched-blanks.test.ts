// Blanks of justified lines in narrow columns, which are as wide as tabs are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { withoutStretchedBlanks } from '#conversion/layout/lines/stretched-blanks.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { letters } from '../../support/word-pages.ts';

/** Words from left to right with tabs of the given widths between them. */
function tabbed(words: readonly string[], gaps: readonly number[], baseline = 100): TextLine {
  let left = 72;
  const glyphs = words.flatMap((word, n) => {
    const own = letters(word, { left, baseline });
    const end = own.at(-1)?.right ?? left;
    left = end + (gaps[n] ?? 0);
    const [tab] = letters('\t', { left: end, right: left, baseline });
    return tab === undefined || n === words.length - 1 ? own : [...own, tab];
  });
  return lineOf(glyphs, 0);
}

/** The line among others that end where it does. */
function inColumn(own: TextLine, others = 5): string {
  const full = Array.from({ length: others }, (_, n) =>
    lineOf(letters('abcd abcd abcd', { left: 72, right: own.right, baseline: 112 + n * 12 }), 0),
  );
  withoutStretchedBlanks([own, ...full]);
  return textOfLine(own);
}

test('equal gaps of a line that fills its column are blanks', () => {
  assert.equal(inColumn(tabbed(['all', 'in', 'this'], [38, 38])), 'all in this');
  assert.equal(inColumn(tabbed(['The', 'whole'], [60])), 'The whole');
});

test('gaps that differ are tabs', () => {
  assert.equal(inColumn(tabbed(['Name', 'Date', 'Place'], [38, 60])), 'Name\tDate\tPlace');
});

test('a number at the right edge follows a tab', () => {
  assert.equal(inColumn(tabbed(['Introduction', '12'], [60])), 'Introduction\t12');
});

test('where lines are ragged gaps are tabs', () => {
  assert.equal(inColumn(tabbed(['all', 'in', 'this'], [38, 38]), 2), 'all\tin\tthis');
});
