// Accents that are drawn apart from their letters, as TeX does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { withAccents } from '#conversion/layout/read/accents.ts';
import { letters } from '../../support/word-pages.ts';

/** Letters of half an em each. */
const word = (text: string, left = 100): Glyph[] => letters(text, { left, right: left + 6 * text.length, size: 12 });
/** An accent whose middle is `at` points from the left edge of the page. */
const accent = (text: string, at: number, raise = 0): Glyph[] =>
  letters(text, { left: at - 2, right: at + 2, size: 12 }).map((glyph) => ({
    ...glyph,
    baseline: glyph.baseline - raise,
  }));
const blank = (left: number): Glyph => ({ ...word(' ', left)[0], right: left, isGenerated: true }) as Glyph;
const textOf = (glyphs: readonly Glyph[]): string =>
  withAccents(glyphs)
    .map(({ text }) => text)
    .join('');

test('an accent is in its letter, drawn before it, after it or when the word is done', () => {
  assert.equal(textOf([...word('J'), ...accent('´', 109), ...word('egou', 106)]), 'Jégou');
  assert.equal(textOf([...word('Oguz'), ...accent('˘', 109)]), 'Oğuz');
  assert.equal(textOf([...word('c'), ...accent('¸', 103), ...word('a', 106)]), 'ça');
  assert.equal(textOf([...accent('ˇ', 103, 3), ...word('Sedivy')]), 'Šedivy', 'it is higher over a capital');
  assert.equal(textOf([...accent('´', 103), ...word('ı')]), 'í', 'TeX removes the dot');
  assert.equal(textOf([...word('e'), ...letters('\u0301', { left: 102, right: 104, size: 12 })]), 'é');
});

test('blanks that were seen beside an accent go with it, those between words stay', () => {
  const [j, egou] = [word('J'), word('egou', 106)];
  assert.equal(textOf([...j, blank(106), ...accent('´', 109), blank(106), ...egou]), 'Jégou');
  assert.equal(textOf([...word('et'), blank(115), ...accent('´', 118), ...word('etat', 115)]), 'et état');
});

test('separate signs stay', () => {
  assert.equal(textOf(word('x~2')), 'x~2');
  assert.equal(textOf([...word('a'), ...accent('~', 109), ...word('b', 112)]), 'a~b');
  assert.equal(textOf([...word('b'), ...accent('˘', 103)]), 'b˘', 'Unicode has no such letter');
  assert.equal(textOf([...word('e'), ...accent('´', 103, 14)]), 'e´', 'it belongs to another line');
  assert.equal(textOf([...word('2'), ...accent('~', 103)]), '2~');
});
