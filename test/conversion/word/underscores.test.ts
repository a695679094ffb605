// Underscores that are drawn as lines are letters of their words; lines under words, and those to write on, stay lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '#conversion/layout/page-content.ts';
import { readUnderscores } from '#conversion/layout/read/underscores.ts';
import { letters, page } from '../../support/word-pages.ts';

const rule = (left: number, right: number, y: number): Rule => ({
  left,
  right,
  top: y - 0.2,
  bottom: y + 0.2,
  direction: 'horizontal',
  thickness: 0.4,
  color: '000000',
});

/** Letters of ten points from 72 and from where `gap` points are left open, and the words that are read of them. */
function read(rules: readonly Rule[], gap = 3): { text: string; rules: number } {
  const first = letters('jacob', { size: 10 });
  const next = first.at(-1)!.right + gap;
  const own = page(0, [
    ...first,
    { ...first[0]!, text: ' ', left: next - gap, right: next, isGenerated: true },
    ...letters('carlson', { size: 10, left: next }),
  ]);
  own.rules = [...rules];
  readUnderscores(own);
  return { text: own.glyphs.map((glyph) => glyph.text).join(''), rules: own.rules.length };
}

const { baseline, right: end } = letters('jacob', { size: 10 }).at(-1)!;

test('a line on the baseline that fills the gap between two letters is an underscore', () => {
  assert.deepEqual(read([rule(end, end + 3, baseline - 0.2)]), { text: 'jacob_carlson', rules: 0 });
});

test('other lines are none', () => {
  const untouched = { text: 'jacob carlson', rules: 1 };
  assert.deepEqual(read([rule(end, end + 3, baseline + 1.5)]), untouched);
  assert.deepEqual(read([rule(72, end + 3, baseline)]), untouched);
  assert.deepEqual(read([rule(end, end + 40, baseline)], 40), untouched);
});
