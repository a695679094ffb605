// Boxes drawn around paragraphs are their borders.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import type { Paragraph } from '#conversion/word/docx-model.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import type { PageContent, Rule } from '#conversion/layout/page-content.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { wordParts } from '../../support/word.ts';
import { analyseForWord, bare, fullText, letters, page, rule } from '../../support/word-pages.ts';

const around = (left: number, top: number, right: number, bottom: number): Rule[] => [
  rule('horizontal', left, top, right, top + 1, 1),
  rule('horizontal', left, bottom - 1, right, bottom, 1),
  rule('vertical', left, top, left + 1, bottom, 1),
  rule('vertical', right - 1, top, right, bottom, 1),
];
const paragraph = (from: number, lines: number, left = 72, right = 472) =>
  Array.from({ length: lines }, (_, n) => letters(fullText, { left, right, baseline: from + n * 12 })).flat();
/** Text above and below, and two paragraphs between them that are indented by ten points. */
const text = [...paragraph(100, 8), ...paragraph(240, 3, 82, 462), ...paragraph(290, 3, 82, 462), ...paragraph(400, 8)];
const composed = (drawn: Partial<PageContent>, glyphs = text) =>
  composeDocument(
    analyseForWord({
      pages: [page(0, glyphs, drawn)],
      ...bare,
    }),
  );
const paragraphsOf = (drawn: Partial<PageContent>, glyphs = text): Paragraph[] =>
  composed(drawn, glyphs)
    .sections.flatMap(({ blocks }) => blocks)
    .filter((own): own is Paragraph => own.kind === 'paragraph');
const boxed = (drawn: Partial<PageContent>, glyphs = text) =>
  paragraphsOf(drawn, glyphs).map(({ box }) => box !== undefined);
const shapesOf = (drawn: Partial<PageContent>, glyphs = text): number =>
  paragraphsOf(drawn, glyphs).flatMap(({ runs }) => runs.filter(({ shape }) => shape !== undefined)).length;

test('lines around paragraphs of a column are their borders, and no shape that text does not follow', () => {
  const drawn = { rules: around(72, 225, 472, 325) };
  const all = paragraphsOf(drawn);
  assert.deepEqual(
    all.map(({ box }) => box !== undefined),
    [false, true, true, false],
  );
  const [, first, last] = all;
  assert.deepEqual([first?.box?.isFirst, last?.box?.isLast], [true, true]);
  assert.deepEqual([first?.indentLeft, last?.indentLeft], [10, 10]);
  assert.equal(first?.indentRight, last?.indentRight);
  assert.ok(Math.abs((first?.box?.left ?? 0) - 9.5) < 1);
  assert.equal(shapesOf(drawn), 0);
});

test('a coloured ground around paragraphs is theirs, as far as it reaches', () => {
  const drawn = { fills: [{ left: 72, top: 225, right: 472, bottom: 325, color: 'ffeecc' }] };
  const [, first, last] = paragraphsOf(drawn);
  assert.deepEqual([first?.shading, last?.shading, first?.box?.border.color], ['ffeecc', 'ffeecc', 'ffeecc']);
  assert.equal(shapesOf(drawn), 0);
});

test('a box has its original height: its text and the following blocks keep their place', () => {
  const [, first, , next] = paragraphsOf({ rules: around(72, 225, 472, 325) });
  const [, plain] = paragraphsOf({});
  const { border, spaces } = first?.box ?? { border: { thickness: 0 }, spaces: { top: 0 } };
  const above = (first?.spaceBefore ?? 0) + spaces.top + border.thickness;
  assert.ok(Math.abs(above - (plain?.spaceBefore ?? 0)) < 2);
  // From the box's bottom to the height of the first line after it.
  assert.ok((next?.spaceBefore ?? 0) > 50 && (next?.spaceBefore ?? 0) < 75);
});

test('a box that ends within a paragraph, or that is too high for its text, stays a shape', () => {
  for (const drawn of [{ rules: around(72, 225, 472, 300) }, { rules: around(72, 225, 472, 380) }]) {
    assert.deepEqual(boxed(drawn), [false, false, false, false]);
    assert.ok(shapesOf(drawn) > 0);
  }
});

test('paragraphs in a box are valid, with the same borders, so that Word draws one box', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boxed-'));
  const path = join(directory, 'boxed.docx');
  await writeDocx(composed({ rules: around(72, 225, 472, 325) }), createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  const [xml = ''] = await wordParts(path, 'word/document.xml');
  const borders = [...xml.matchAll(/<w:pBdr>.*?<\/w:pBdr>/g)].map(String);
  assert.equal(borders.length, 2);
  assert.equal(new Set(borders).size, 1);
  await rm(directory, { recursive: true });
});
