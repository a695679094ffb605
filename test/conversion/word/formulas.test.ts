// Display formulas: pictures if their parts are stacked, text if they are on one line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floatingPictures } from '#conversion/word/compose/pictures.ts';
import type { PictureBlock } from '#conversion/layout/layout-blocks.ts';
import { formulasOf } from '#conversion/layout/blocks/formulas.ts';
import type { Glyph, Rule } from '#conversion/layout/page-content.ts';
import { mathOf } from '#conversion/layout/read/font-names.ts';
import { block, fullText, letters, line, page, type Placed } from '../../support/word-pages.ts';

const math = (text: string, placed: Placed, kind: 'letters' | 'extension' = 'letters'): Glyph[] =>
  letters(text, placed).map((glyph) => ({ ...glyph, style: { ...glyph.style, math: kind } }));
const bar = (left: number, right: number, top: number): Rule => ({
  left,
  right,
  top,
  bottom: top + 0.4,
  direction: 'horizontal',
  thickness: 0.4,
  color: '000000',
});
const text = [100, 160].flatMap((from) =>
  [0, 12].flatMap((step) => letters(fullText, { right: 472, baseline: from + step })),
);
const formulas = (glyphs: readonly Glyph[], rules: Rule[] = []) =>
  formulasOf(page(0, [...text, ...glyphs], { rules })).map(({ altText }) => altText);

const fraction = [
  ...math('x = ', { left: 200, baseline: 136 }),
  ...math('a+b', { left: 224, baseline: 130 }),
  ...math('cd', { left: 226, baseline: 145 }),
];

test('a fraction between paragraphs is a picture, with its letters as words', () => {
  const [found, ...others] = formulas(fraction, [bar(222, 242, 134)]);
  assert.deepEqual(others, []);
  assert.deepEqual(found?.split(/\s+/).toSorted(), ['=', 'a+b', 'cd', 'x']);
});

test('a sum with its limits is a picture', () => {
  const sum = [
    ...math('S', { left: 200, baseline: 136, size: 14 }, 'extension'),
    ...math('i=1', { left: 200, baseline: 147, size: 7 }),
    ...math('xi', { left: 214, baseline: 136 }),
  ];
  assert.equal(formulas(sum).length, 1);
});

test('a formula on one line is text, and so is one within a sentence', () => {
  assert.deepEqual(formulas(math('d(x,y) = 1', { left: 200, baseline: 136 })), []);
  const inSentence = [
    ...letters('where the ratio of ships is', { baseline: 136 }),
    ...math('a/b', { left: 212, baseline: 132, size: 7 }),
    ...letters('and nothing else than that', { left: 230, baseline: 136 }),
  ];
  assert.deepEqual(formulas(inSentence), []);
});

test('a line over plain text is no fraction', () => {
  const plain = [...letters('Sum', { left: 224, baseline: 130 }), ...letters('12', { left: 226, baseline: 145 })];
  assert.deepEqual(formulas([...plain, ...math('xyz', { left: 400, baseline: 600 })], [bar(222, 242, 134)]), []);
});

test('fonts for formulas are known by their names', () => {
  assert.equal(mathOf('ABCDEF+CMMI10'), 'letters');
  assert.equal(mathOf('LMMathItalic7-Regular'), 'letters');
  assert.equal(mathOf('CMEX10'), 'extension');
  assert.equal(mathOf('CMR10'), undefined);
  assert.equal(mathOf('Arial'), undefined);
});

test('a picture in a column does not float beside lines of the next column', () => {
  const box = { left: 100, top: 200, right: 200, bottom: 230 };
  const picture: PictureBlock = {
    kind: 'picture',
    page: 0,
    box,
    picture: { ...box, mcid: -1, isArtifact: false, width: 1, height: 1, data: () => Promise.resolve(null) },
    container: { ...box, left: 72, right: 250 },
  };
  const at = (left: number) => block(line('some words', { left, baseline: 215 }));
  assert.equal(floatingPictures([picture, at(300)]).size, 0);
  assert.equal(floatingPictures([picture, at(205)]).size, 1);
});
