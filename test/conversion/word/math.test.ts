// Formulas by the positions of their letters and lines, and their output.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { formulaXml } from '#conversion/word/docx/math.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import { recognised } from '#conversion/layout/math/recognise.ts';
import type { Glyph, Rule } from '#conversion/layout/page-content.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { analyseForWord, bare, fullText, letters, page, type Placed } from '../../support/word-pages.ts';

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
const row = { baseline: 136 };

/** The elements of a formula, with their text. */
const shape = (glyphs: readonly Glyph[], bars: readonly Rule[] = []): string | undefined => {
  const parts = recognised(glyphs, bars);
  return (
    parts &&
    formulaXml({ parts, size: 10 })
      .replaceAll(/<m:(?:r|\w+)Pr>.*?<\/m:\w+Pr>|<w:rPr>.*?<\/w:rPr>|<\/?m:(?:oMath|r|t)\b[^>]*>/g, '')
      .replaceAll('m:', '')
  );
};

const fraction = [
  ...math('x', { ...row, left: 200 }),
  ...letters('=', { ...row, left: 210 }),
  ...math('a+b', { left: 224, baseline: 130 }),
  ...math('cd', { left: 226, baseline: 145 }),
];

test('a line with letters over and under it is a fraction', () => {
  assert.equal(shape(fraction, [bar(222, 242, 133.5)]), 'x=<f><num>a+b</num><den>cd</den></f>');
});

test('smaller letters off the baseline are scripts of the letter before them', () => {
  const both = [
    ...math('p', { ...row, left: 200 }),
    ...math('+', { left: 205, baseline: 132, size: 7 }),
    ...math('i,1', { left: 205, baseline: 139, size: 7 }),
    ...math('q', { ...row, left: 217 }),
    ...math('2', { left: 222, baseline: 132, size: 7 }),
  ];
  assert.equal(shape(both), '<sSubSup><e>p</e><sub>i,1</sub><sup>+</sup></sSubSup><sSup><e>q</e><sup>2</sup></sSup>');
});

test('scripts of scripts stay with their own', () => {
  const nested = [
    ...math('e', { ...row, left: 200 }),
    ...math('q', { left: 205, baseline: 132, size: 7 }),
    ...math('i', { left: 208.5, baseline: 133.5, size: 5 }),
  ];
  assert.equal(shape(nested), '<sSup><e>e</e><sup><sSub><e>q</e><sub>i</sub></sSub></sup></sSup>');
});

test('a sum has its limits over and under it, and its operand', () => {
  const sum = [
    ...math('\u2211', { left: 202, baseline: 128, size: 10 }, 'extension'),
    ...math('i=1', { left: 199, baseline: 146, size: 7 }),
    ...math('n', { left: 203, baseline: 125, size: 7 }),
    ...math('x', { ...row, left: 212 }),
    ...math('i', { left: 217, baseline: 137.5, size: 7 }),
  ];
  assert.equal(shape(sum), '<nary><sub>i=1</sub><sup>n</sup><e><sSub><e>x</e><sub>i</sub></sSub></e></nary>');
});

test('words under the name of a function are its limit', () => {
  const limit = [
    ...letters('max', { ...row, left: 200 }),
    ...math('xy', { left: 204, baseline: 144, size: 7 }),
    ...math('f', { ...row, left: 217 }),
  ];
  assert.equal(shape(limit), '<limLow><e>max</e><lim>xy</lim></limLow>f');
});

test('a line over letters behind the sign of a root is its own', () => {
  const root = [...math('\u221a', { left: 200, baseline: 136 }), ...math('ab', { left: 205, baseline: 136 })];
  assert.equal(shape(root, [bar(205, 215, 128)]), '<rad><deg/><e>ab</e></rad>');
});

test('rows with room between them are rows of one formula', () => {
  const rows = [...math('a=b', { left: 200, baseline: 100 }), ...math('=c', { left: 205, baseline: 115 })];
  assert.equal(shape(rows), '<eqArr><e>a=b</e><e>=c</e></eqArr>');
});

test('letters without a certain place make no formula', () => {
  const crossed = [...math('abc', { ...row, left: 200 }), ...math('def', { ...row, left: 202 })];
  const shifted = [...math('a', { ...row, left: 200 }), ...math('b', { left: 206, baseline: 133 })];
  const alone = [...math('i', { left: 200, baseline: 139, size: 7 }), ...math('a', { ...row, left: 204 })];
  const pieces = [...math('\u239b', { ...row, left: 200 }), ...math('a', { ...row, left: 206 })];
  const root = math('\u221aab', row);
  const labels = [...math('a=b', { left: 200, baseline: 100 }), ...letters('0.20', { left: 205, baseline: 115 })];
  for (const glyphs of [crossed, root, labels, shifted, alone, pieces, math('a'.repeat(500), row), []])
    assert.equal(recognised(glyphs, []), undefined);
  assert.equal(
    recognised(
      math('ab', row),
      Array.from({ length: 50 }, () => bar(60, 100, 120)),
    ),
    undefined,
  );
});

test('fractions beside each other are as many as there are, and a line down a formula is no part of it', () => {
  const many = Array.from({ length: 12 }, (_, n) => [
    ...math('a', { left: 100 + n * 8, baseline: 130 }),
    ...math('b', { left: 100 + n * 8, baseline: 145 }),
  ]).flat();
  const bars = Array.from({ length: 12 }, (_, n) => bar(100 + n * 8, 105 + n * 8, 133.5));
  assert.equal(shape(many, bars), '<f><num>a</num><den>b</den></f>'.repeat(12));
  const upright: Rule = { ...bar(104, 104.4, 120), bottom: 150, direction: 'vertical' };
  assert.equal(recognised(math('ab', row), [upright]), undefined);
});

test('signs without something on both sides are written as plain text', () => {
  const parts = recognised([...math('a+b', row), ...math('+', { left: 87, baseline: 132, size: 7 })], []);
  assert.ok(parts !== undefined);
  assert.equal(formulaXml({ parts, size: 10 }).match(/<m:nor\/>/g)?.length, 1);
});

test('a display formula is Office Math with its number behind a tab, and nothing is missing', async () => {
  const text = [100, 160].flatMap((from) =>
    [0, 12].flatMap((step) => letters(fullText, { right: 472, baseline: from + step })),
  );
  const number = letters('(17)', { ...row, left: 452 });
  const layout = analyseForWord({
    ...bare,
    pages: [page(0, [...text, ...fraction, ...number], { rules: [bar(222, 242, 133.5)] })],
  });
  const document = composeDocument(layout);
  assert.deepEqual(document.lost, []);
  const formulas = document.sections.flatMap(({ blocks }) =>
    blocks
      .flatMap((one) => (one.kind === 'paragraph' ? one.runs : []))
      .flatMap(({ picture }) => picture?.formula ?? []),
  );
  assert.deepEqual(
    formulas.map(({ formula }) => textOfFormula(formula.parts).replaceAll(/\s/g, '')),
    ['x=a+b/cd'],
  );
  const directory = await mkdtemp(join(tmpdir(), 'math-'));
  const path = join(directory, 'math.docx');
  await writeDocx(document, createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  const xml = await withZip(path, async (zip) => (await zip.readWhole('word/document.xml', 1 << 20))?.toString());
  assert.match(xml ?? '', /<m:oMath>.*<m:f><m:num>.*<\/m:oMath>.*<w:tab\/>.*\(17\)/);
  await rm(directory, { recursive: true });
});
