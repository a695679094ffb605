// The table of fonts: a program without a font substitutes one of the same kind.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withZip } from '#conversion/zip/reader.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { commonEastAsianFamily } from '#conversion/layout/text/east-asian-families.ts';
import { fontKindOf } from '#conversion/word/docx/font-kinds.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { analyseForWord, bare, letters, page } from '../../support/word-pages.ts';

test('families are of the kind that their names say', () => {
  const kinds = {
    swiss: [
      'Arial Unicode MS',
      'Poppins',
      'DejaVu Sans',
      'Noto Sans CJK SC',
      'Segoe UI',
      'Century Gothic',
      'Malgun Gothic',
    ],
    roman: ['Times New Roman', 'Noto Serif', 'Georgia', 'Century Schoolbook', 'A Garamond', 'MS Mincho', 'SimSun'],
    modern: ['Courier New', 'DejaVu Sans Mono', 'Noto Sans Mono', 'Consolas', 'Latin Modern Mono', 'Letter Gothic'],
    script: ['Brush Script MT', 'Lucida Handwriting', 'Comic Sans MS', 'Monotype Corsiva'],
    auto: ['OpenSymbol', 'Wingdings', 'TTBC1391A0t00'],
  };
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names) assert.equal(fontKindOf(name).family, kind, name);
});

test('a family of an unknown name is of the kind that its descriptor says', () => {
  assert.equal(fontKindOf('Zyxon', { isSerif: true, letters: 'plain' }).family, 'roman');
  assert.equal(fontKindOf('Zyxon', { letters: 'plain' }).family, 'swiss');
  assert.equal(fontKindOf('Zyxon', { letters: 'script' }).family, 'script');
  assert.deepEqual(fontKindOf('Zyxon', { isSerif: true, letters: 'typewriter' }), {
    family: 'modern',
    isFixedPitch: true,
    charset: '00',
  });
  assert.equal(fontKindOf('Zyxon').family, 'auto');
  assert.equal(fontKindOf('Georgia', { letters: 'plain' }).family, 'roman');
});

test('fonts of East Asia and of symbols have their character sets', () => {
  const charsets = ['MS Gothic', 'Batang', 'SimSun', 'PMingLiU', 'Wingdings', 'Arial'].map(
    (name) => fontKindOf(name).charset,
  );
  assert.deepEqual(charsets, ['80', '81', '86', '88', '02', '00']);
  assert.ok(fontKindOf('MS Mincho').isFixedPitch);
});

test('a rare family of East Asia names the one that everybody has of its language, with or without feet', () => {
  assert.deepEqual(
    ['ja-JP', 'ko-KR', 'zh-CN', 'zh-Hans', 'zh-TW', 'zh-Hant-HK', 'zh'].map((language) => [
      commonEastAsianFamily(language, true),
      commonEastAsianFamily(language, false),
    ]),
    [
      ['MS Mincho', 'Yu Gothic'],
      ['Batang', 'Malgun Gothic'],
      ['SimSun', 'Microsoft YaHei'],
      ['SimSun', 'Microsoft YaHei'],
      ['PMingLiU', 'Microsoft JhengHei'],
      ['PMingLiU', 'Microsoft JhengHei'],
      ['SimSun', 'Microsoft YaHei'],
    ],
  );
  assert.equal(commonEastAsianFamily('en-US', true), undefined);
});

test('each font of the text is in the table, once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'font-table-'));
  const path = join(directory, 'fonts.docx');
  const inFont = (font: string, baseline: number) =>
    letters('Words in a font', { baseline }).map((glyph) => ({ ...glyph, style: { ...glyph.style, font } }));
  const fonts = ['Georgia', 'Poppins', 'Georgia', 'Consolas', 'Calibri Light'];
  const glyphs = fonts.flatMap((font, n) => inFont(font, 100 + n * 40));
  await writeDocx(composeDocument(analyseForWord({ pages: [page(0, glyphs)], ...bare })), createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  const table = await withZip(path, async (zip) => (await zip.readWhole('word/fontTable.xml', 1 << 20))?.toString());
  const listed = [
    ...(table ?? '').matchAll(/<w:font w:name="([^"]+)">.*?<w:family w:val="(\w+)"\/><w:pitch w:val="(\w+)"/g),
  ];
  assert.deepEqual(
    listed.map(([, ...font]) => font).toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    [
      ['Calibri Light', 'swiss', 'variable'],
      ['Consolas', 'modern', 'fixed'],
      ['Georgia', 'roman', 'variable'],
      ['Poppins', 'swiss', 'variable'],
    ],
  );
  assert.match(table ?? '', /<w:font w:name="Calibri Light"><w:altName w:val="Calibri"\/>/);
  await rm(directory, { recursive: true });
});
