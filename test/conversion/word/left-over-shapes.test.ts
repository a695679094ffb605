// Lines and boxes that belong to no table, paragraph or picture stay as shapes.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { allParagraphs } from '#conversion/layout/document-layout.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Fill, PageContent, Rule } from '#conversion/layout/page-content.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { wordParts } from '../../support/word.ts';
import { analyseForWord, bare, fullText, letters, page, rule } from '../../support/word-pages.ts';

const box = (left: number, top: number, right: number, bottom: number): Rule[] => [
  rule('horizontal', left, top, right, top + 0.5),
  rule('horizontal', left, bottom, right, bottom + 0.5),
  rule('vertical', left, top, left + 0.5, bottom),
  rule('vertical', right, top, right + 0.5, bottom),
];
const text = [100, 300].flatMap((from) =>
  Array.from({ length: 8 }, (_, n) => letters(fullText, { right: 472, baseline: from + n * 12 })).flat(),
);
const layoutOf = (drawn: Partial<PageContent>, glyphs = text) =>
  analyseForWord({
    pages: [page(0, glyphs, drawn)],
    ...bare,
  });
/** The positions of the first lines of paragraphs with shapes, and these shapes. */
const shapes = (drawn: Partial<PageContent>, glyphs = text) =>
  allParagraphs(layoutOf(drawn, glyphs)).flatMap(({ lines, shapes: own = [] }) =>
    own.map(({ fill, stroke }) => [lines[0]?.baseline, fill ?? `around ${stroke?.color}`]),
  );

test('an empty box stays, with the paragraph above it', () => {
  assert.deepEqual(shapes({ rules: box(72, 220, 300, 260) }), [[100, 'around 336699']]);
});

test('a coloured strip and a line between paragraphs stay', () => {
  const strip: Fill = { left: 0, top: 20, right: 595, bottom: 60, color: 'cc0000' };
  assert.deepEqual(shapes({ fills: [strip], rules: [rule('horizontal', 72, 240, 272, 240.5)] }), [
    [100, 'cc0000'],
    [100, '336699'],
  ]);
  assert.deepEqual(shapes({ fills: [{ ...strip, color: 'ffffff' }] }), []);
});

test('boxes to tick stay in the cells of a table, and the lines of the table are its own', () => {
  const cell = (words: string, left: number, baseline: number) => letters(words, { left, baseline });
  const glyphs = [
    ...text,
    ...cell('yes', 92, 232),
    ...cell('no', 212, 232),
    ...cell('fee', 76, 252),
    ...cell('12', 196, 252),
  ];
  const grid = [
    ...[220, 240, 260].map((y) => rule('horizontal', 72, y, 312, y + 0.5)),
    ...[72, 192, 312].map((x) => rule('vertical', x, 220, x + 0.5, 260)),
  ];
  assert.deepEqual(shapes({ rules: [...grid, ...box(78, 224, 88, 234)] }, glyphs), [[232, 'around 336699']]);
});

test('the ground and the line of a paragraph are its own', () => {
  const heading = letters('The harbour', { baseline: 240, bold: true, size: 14 });
  const ground: Fill = { left: 70, top: 225, right: 474, bottom: 245, color: 'eeeeee' };
  assert.deepEqual(shapes({ fills: [ground] }, [...text, ...heading]), []);
  assert.deepEqual(shapes({ rules: [rule('horizontal', 72, 246, 472, 246.5)] }, [...text, ...heading]), []);
});

test('a page with very many shapes is a drawing that nobody wants in parts', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => rule('horizontal', 72, 400 + n * 2, 90, 400.5 + n * 2));
  assert.equal(shapes({ rules: many(120) }).length, 120);
  assert.equal(shapes({ rules: many(121) }).length, 0);
});

test('Word opens a document with shapes, and finds each behind the text of its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'word-shapes-'));
  try {
    const path = join(folder, 'out.docx');
    await writeDocx(composeDocument(layoutOf({ rules: box(72, 220, 300, 260) })), createWriteStream(path));
    assert.deepEqual(await docxProblems(path), []);
    const [body = ''] = await wordParts(path, 'word/document.xml');
    assert.match(body, /behindDoc="1"/);
    assert.match(body, /<wp:positionV relativeFrom="line"><wp:posOffset>1\d{6}</);
    assert.match(body, /<wp:extent cx="2895600" cy="508000"\/>/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('shapes of a page are anchored to paragraphs of that page', () => {
  const { pages, ...rest } = {
    pages: [
      page(0, text),
      page(
        1,
        text.map((glyph) => ({ ...glyph, text: glyph.text === 'a' ? 'x' : glyph.text })),
        { rules: box(72, 220, 300, 260) },
      ),
    ],
    ...bare,
  };
  const found = allParagraphs(analyseForWord({ pages, ...rest })).filter(({ shapes: own }) => own !== undefined);
  assert.deepEqual(
    found.map(({ lines }) => [lines[0]?.page, textOfLine(lines[0] ?? { glyphs: [] }).slice(0, 4)]),
    [[1, 'xbcd']],
  );
});

test('thousands of lines on a page, which are a drawing, are not kept', () => {
  const grid = Array.from({ length: 4000 }, (_, n) => {
    const [x, y] = [80 + (n % 40) * 10, 120 + Math.floor(n / 40) * 5];
    return [rule('horizontal', x, y, x + 8, y + 0.2), rule('vertical', x, y, x + 0.2, y + 4)];
  }).flat();
  assert.deepEqual(shapes({ rules: grid }), []);
});
