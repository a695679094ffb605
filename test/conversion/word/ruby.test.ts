// Ruby: small kana above ideographs belong to these, and are no line of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf, PdfDocument, type PdfDictionary, type PdfValue } from '#conversion/pdf/graph.ts';
import { runsOf } from '#conversion/word/compose/runs.ts';
import { PartReferences } from '#conversion/word/docx/part-references.ts';
import { runsXml } from '#conversion/word/docx/runs.ts';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import { findRuby } from '#conversion/layout/lines/ruby.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { isMarkedContent, markedContentOf, readTree } from '#conversion/layout/tagged/tree.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { letters, page } from '../../support/word-pages.ts';

/** Letters as wide as they are high. */
const wide = (text: string, left: number, baseline: number, size: number): Glyph[] =>
  letters(text, { left, right: left + text.length * size, baseline, size });

const runsIn = (glyphs: readonly Glyph[]) => {
  const found = page(0, glyphs);
  findRuby(found);
  return runsOf([lineOf(found.glyphs, 0)], { words: new Set(), hyphenates: false }, { bookmark: () => undefined });
};
const shownIn = (glyphs: readonly Glyph[]) => runsIn(glyphs).map(({ text, ruby }) => [text, ruby?.text]);

test('small kana above ideographs are their ruby, wherever they are painted', () => {
  const base = () => wide('私は猫という動物を見た。', 72, 100, 12);
  const shown = [
    ['私は', undefined],
    ['猫', 'ねこ'],
    ['という', undefined],
    ['動物', 'どうぶつ'],
    ['を見た。', undefined],
  ];
  const ruby = () => [...wide('ねこ', 96, 88, 6), ...wide('どうぶつ', 144, 88, 6)];
  assert.deepEqual(shownIn([...base(), ...ruby()]), shown);
  assert.deepEqual(shownIn([...ruby(), ...base()]), shown);
});

test('ruby is longer or shorter than its base', () => {
  assert.deepEqual(shownIn([...wide('一所で', 72, 100, 12), ...wide('ところ', 81, 88, 6)]), [
    ['一', undefined],
    ['所', 'ところ'],
    ['で', undefined],
  ]);
  assert.deepEqual(
    shownIn([...wide('悪口', 72, 100, 12), ...letters('わる', { left: 75, right: 93, baseline: 88, size: 6 })]),
    [['悪口', 'わる']],
  );
});

test('a line of small text, and kana elsewhere, are no ruby', () => {
  const base = wide('動物', 72, 100, 12);
  const stays = (glyphs: Glyph[]) => {
    const found = page(0, [...glyphs, ...base]);
    findRuby(found);
    assert.equal(found.glyphs.length, glyphs.length + base.length);
  };
  stays(wide('どうぶつの絵', 72, 88, 6));
  stays(wide('これはちいさいもじのぎょうです', 72, 88, 6));
  stays(wide('どうぶつ', 72, 76, 6));
  stays(wide('どうぶつ', 72, 108, 6));
  stays(wide('どう', 72, 88, 9));
});

test('Word shows ruby above its base', () => {
  const runs = runsIn([...wide('動物', 72, 100, 12), ...wide('どうぶつ', 72, 88, 6)]);
  const xml = runsXml(runs, plainStyle(12), new PartReferences());
  assert.match(xml, /<w:hps w:val="12"\/><w:hpsRaise w:val="24"\/><w:hpsBaseText w:val="24"\/><w:lid w:val="ja-JP"\/>/);
  assert.match(
    xml,
    /<w:rt><w:r>.*<w:t xml:space="preserve">どうぶつ<\/w:t><\/w:r><\/w:rt><w:rubyBase><w:r><w:t xml:space="preserve">動物<\/w:t>/,
  );
});

test('text behind ruby that its maker has not closed is text of the paragraph, and the next paragraph one of its own', () => {
  const element = (type: string, ...kids: PdfValue[]): PdfDictionary => ({ '/S': `/${type}`, '/K': kids });
  const ruby = (n: number, ...behind: PdfValue[]) => element('Ruby', element('RT', n), element('RB', n + 1), ...behind);
  const tree = element('P', ruby(0, 2, ruby(3, 5, element('P', ruby(6, 8)))));
  const objects = {
    trailer: { value: { '/Root': '1 0 R' } },
    'obj:1 0 R': { value: { '/StructTreeRoot': { '/K': [{ ...tree, '/Pg': '2 0 R' }] } } },
  };
  const document = new PdfDocument(graphOf({ maxId: 2, objects: {} }, objects));
  const contents = readTree(document, new Map([['2 0 R', 0]]))?.kids.map((kid) =>
    isMarkedContent(kid) ? [] : [kid.type, ...[...markedContentOf(kid)].map(({ mcid }) => mcid)],
  );
  assert.deepEqual(contents, [
    ['P', 0, 1, 2, 3, 4, 5],
    ['P', 6, 7, 8],
  ]);
});
