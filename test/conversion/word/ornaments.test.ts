// Fonts of bullets and arrows are recognised by the positions of their letters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ornamentFonts, readBullets, unreadableFonts } from '#conversion/layout/text/ornaments.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { letters, page } from '../../support/word-pages.ts';

const inFont = (font: string, glyphs: readonly Glyph[]): Glyph[] =>
  glyphs.map((glyph) => ({ ...glyph, style: { ...glyph.style, font } }));

const found = (...glyphs: Glyph[][]) => [...ornamentFonts([page(0, glyphs.flat())])];
const text = inFont('Own Sans', letters('Words of a text', { left: 100 }));

test('single letters before words of another font are ornaments, words are not', () => {
  assert.deepEqual(found(inFont('Own Signs', letters('h')), text), ['Own Signs']);
  assert.deepEqual(found(inFont('Own Signs', letters('hj')), text), []);
});

test('letters that lie over each other are ornaments', () => {
  const pile = ['n', 'm', 'l'].flatMap((sign) => letters(sign));
  assert.deepEqual(found(inFont('Own Signs', pile), text), ['Own Signs']);
});

test('digits and signs of known families are text, but for families of signs', () => {
  assert.deepEqual(found(inFont('Own Signs', letters('1')), text), []);
  assert.deepEqual(found(inFont('Arial', letters('h')), text), []);
  assert.deepEqual(found(inFont('Wingdings 3', letters('hj')), text), ['Wingdings 3']);
});

test('a letter of a word in another place makes a family one of text', () => {
  const far = letters('hello', { baseline: 300 });
  assert.deepEqual(found(inFont('Own Signs', [...letters('h'), ...far]), text), []);
});

test('a font of which a good part cannot be read on a page is seen, not read', () => {
  const unreadable = (...glyphs: Glyph[][]) => [...unreadableFonts(page(0, glyphs.flat()))];
  assert.deepEqual(unreadable(inFont('Own Sans', letters('Ti\ufffdle \ufffdf')), text), []);
  assert.deepEqual(unreadable(inFont('Own Title', letters('Ti\ufffdle \ufffdf')), text), ['Own Title']);
});

test('letters of families of signs are the signs that they show', () => {
  const [square, arrow] = [
    inFont('Wingdings2', letters('\u00a2')),
    inFont('Wingdings 3', letters('h', { baseline: 200 })),
  ];
  const beside = inFont('Own Sans', letters('Words', { left: 100, baseline: 200 }));
  readBullets([page(0, [...square, ...text, ...arrow, ...beside])]);
  assert.deepEqual([square[0]?.text, arrow[0]?.text], ['■', '•']);
});
