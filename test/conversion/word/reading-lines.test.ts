// Letters of tagged documents as lines: wide blanks among others are tabs, those of justified lines are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { readingLines } from '#conversion/layout/tagged/reading-lines.ts';
import { letters } from '../../support/word-pages.ts';

/** Words with one blank between each and the next, which is so many points wide. */
function row(words: readonly string[], gaps: readonly number[]): Glyph[] {
  let left = 72;
  return words.flatMap((word, n) => {
    const gap = gaps[n] ?? 0;
    const own = letters(word, { left });
    const end = left + word.length * 5;
    const [blank] = letters(' ', { left: end });
    left = end + gap;
    return blank === undefined || gap === 0 ? own : [...own, { ...blank, right: left }];
  });
}

const read = (glyphs: Glyph[]) =>
  readingLines(
    glyphs,
    glyphs.map(() => 0),
  ).map(textOfLine);

test('a blank that is much wider than the others of its line is a tab', () => {
  assert.deepEqual(read(row(['The', 'sum', 'Amount'], [4, 80])), ['The sum\tAmount']);
  assert.deepEqual(read(row(['Name', 'Town'], [60])), ['Name\tTown']);
});

test('blanks of a justified line are blanks, however wide', () => {
  assert.deepEqual(read(row(['We', 'have', 'few', 'words'], [30, 30, 31])), ['We have few words']);
});

test('blanks that were typed stay as many as they are', () => {
  const [a, b] = [letters('one'), letters('two', { left: 72 + 15 + 12 })];
  const blanks = letters('   ', { left: 87 }).map((glyph, n) => ({ ...glyph, left: 87 + n * 4, right: 91 + n * 4 }));
  assert.deepEqual(read([...a, ...blanks, ...b]), ['one   two']);
});
