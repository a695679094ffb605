// Small capitals: words of capitals in two sizes, and fonts that draw small letters as capitals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSmallCapitals } from '#conversion/layout/lines/small-capitals.ts';
import { fitFonts } from '#conversion/word/fit/fitted-fonts.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { familyOf, hasCapitalsOnly, isSmallCaps } from '#conversion/layout/read/font-names.ts';
import { runsOf } from '#conversion/word/compose/runs.ts';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import { letters, page } from '../../support/word-pages.ts';

/** Words beside each other; each is pieces of text and their sizes. */
function wordsOf(...words: (readonly [text: string, size: number])[][]): Glyph[] {
  let left = 72;
  return words.flatMap((word, n) => {
    left += n === 0 ? 0 : 4;
    return word.flatMap(([text, size]) => {
      const glyphs = letters(text, { left, size });
      left += text.length * size * 0.5;
      return glyphs;
    });
  });
}

const runsIn = (glyphs: readonly Glyph[]) => {
  const found = page(0, glyphs);
  findSmallCapitals(found);
  return runsOf([lineOf(found.glyphs, 0)], { words: new Set(), hyphenates: false }, { bookmark: () => undefined });
};
const shownIn = (glyphs: readonly Glyph[]) =>
  runsIn(glyphs).map(({ text, style }) => [text, style.size, style.smallCaps !== undefined]);

test('capitals of two sizes in a word are small letters in one style, and a search finds them', () => {
  assert.deepEqual(
    shownIn(
      wordsOf([
        ['S', 12],
        ['MALL', 9],
      ]),
    ),
    [['Small', 12, true]],
  );
  assert.deepEqual(
    shownIn(
      wordsOf([
        ['M', 12],
        ['AC', 9],
        ['D', 12],
        ['ONALD', 9],
      ]),
    ),
    [['MacDonald', 12, true]],
  );
});

test('small words between them belong to them, figures stay as high as they are', () => {
  const title = wordsOf(
    [
      ['W', 12],
      ['AR', 9.6],
    ],
    [['AND', 9.6]],
    [
      ['P', 12],
      ['EACE', 9.6],
    ],
  );
  assert.equal(runsIn(title).length, 1);
  assert.deepEqual(title.map(({ text }) => text).join(''), 'WarandPeace');
  assert.deepEqual(
    shownIn(
      wordsOf([
        ['A', 12],
        ['CT', 9],
        ['4', 9],
      ]),
    ),
    [
      ['Act', 12, true],
      ['4', 9, false],
    ],
  );
});

test('a word that begins with a small capital is one of them beside others', () => {
  const title = wordsOf(
    [
      ['U', 12],
      ['SING', 9],
    ],
    [
      ['E', 9],
      ['P', 12],
      ['UB', 9],
    ],
  );
  runsIn(title);
  assert.equal(title.map(({ text }) => text).join(''), 'UsingePub');
});

test('capitals of one size, letters of other words and raised letters are no small capitals', () => {
  for (const plain of [
    wordsOf([['NATO', 12]]),
    wordsOf([
      ['W', 24],
      ['HEN', 10],
    ]),
    wordsOf([
      ['H', 12],
      ['ello', 9],
    ]),
    wordsOf([
      ['T', 12],
      ['V', 9],
    ]),
    [...letters('M', { size: 12 }), ...letters('AX', { left: 78, size: 9, baseline: 96 })],
  ]) {
    const before = plain.map(({ text }) => text).join('');
    findSmallCapitals(page(0, plain));
    assert.equal(plain.map(({ text }) => text).join(''), before);
    assert.ok(
      plain.every(({ style }) => style.smallCaps === undefined),
      before,
    );
  }
});

test('small capitals that are lower than those of word processors are closer together', () => {
  const glyphs = wordsOf(
    [
      ['C', 12],
      ['ONSTITUTION', 8],
    ],
    [
      ['C', 12],
      ['ONSTITUTION', 8],
    ],
  );
  const found = page(0, glyphs);
  findSmallCapitals(found);
  fitFonts([found]);
  const [first] = found.glyphs;
  const { scale = 100, spacing = 0 } = first?.style ?? {};
  assert.ok(scale < 100 || spacing < 0, `scale ${scale}, spacing ${spacing}`);
});

test('fonts of small capitals are known by their names, and Chinese ones are not among them', () => {
  for (const name of [
    'ABCDEF+CMCSC10',
    'SFCC1095',
    'LMRomanCaps10-Regular',
    'AGaramond-RegularSC',
    'Gentium-SmallCaps',
    'Minion-SC',
  ])
    assert.ok(isSmallCaps(name), name);
  for (const name of ['NotoSansCJK-SC', 'NotoSansSC-Regular', 'PingFangSC-Regular', 'Capsuula', 'CMR10', 'Disc'])
    assert.ok(!isSmallCaps(name), name);
});

test('fonts of scaled capitals have nothing but capitals, and the name of their family', () => {
  assert.ok(hasCapitalsOnly('ABCDEF+NPSRawlinsonOT-Bold-SC700'));
  assert.ok(!hasCapitalsOnly('Minion-SC'));
  const { font, bold } = familyOf('ABCDEF+NPSRawlinsonOT-Bold-SC700');
  assert.deepEqual({ font, bold }, { font: familyOf('NPSRawlinsonOT-Bold').font, bold: true });
});
