// Justified lines that were broken where they look best.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { fittingSpace, isTypeset } from '#conversion/word/fit/line-fitting.ts';
import { letters } from '../../support/word-pages.ts';

/** Words of letters of 5 points from 72 on, with blanks of `blank` points between them. */
function set(words: readonly string[], blank: number): TextLine {
  let left = 72;
  const glyphs = words.flatMap((word, n) => {
    const own = letters(word, { left });
    const end = left + word.length * 5;
    left = end + blank;
    return n === words.length - 1 ? own : [...own, ...letters(' ', { left: end, right: left })];
  });
  return lineOf(glyphs, 0);
}

const words = (count: number) => Array.from({ length: count }, () => 'abcdefghi');
/** 5 words and blanks that end at 400 points. */
const flush = (more: readonly string[] = []) => set([...words(7), ...more], (328 - 7 * 45) / 6);

test('lines that had room for the next word were broken by a typesetter', () => {
  // Blanks of 2.8 points would leave 74; the next word needs 40.
  const short = Array.from({ length: 6 }, () => 'abcdefgh');
  const roomy = Array.from({ length: 16 }, () => set(short, (328 - 6 * 40) / 5));
  assert.equal(isTypeset([roomy]), true);
  assert.equal(isTypeset([Array.from({ length: 16 }, () => flush())]), false);
});

test('a paragraph whose blanks were narrowed gets its letters closer, so that no line becomes too long', () => {
  const lines = Array.from({ length: 5 }, () => flush());
  const right = Math.max(...lines.map((line) => line.right));
  assert.ok(fittingSpace(lines, right) < 0);
  // With room for its blanks it stays as it is.
  assert.equal(fittingSpace(lines, right + 10), 0);
});
