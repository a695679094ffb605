// Every letter of a page has one place in the result, or a reason to be missing: letters that a stage drops by mistake are reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claim } from '#conversion/layout/claims.ts';
import { accountOf, numberLetters, unpaintedWords } from '#conversion/layout/account.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph, Picture } from '#conversion/layout/page-content.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { composeFitted } from '#conversion/word/compose/fitted-document.ts';
import { wordsLostIn } from '#conversion/word/compose/lost-words.ts';
import { analyseForWord, bare, block, column, fullLines, letters, line, page, rule } from '../../support/word-pages.ts';

/** One page of blocks, and letters on it outside of them. */
function layoutOf(blocks: readonly LayoutBlock[], more: readonly Glyph[] = []): DocumentLayout {
  const own = blocks.flatMap((one) => (one.kind === 'text' ? one.lines.flatMap(({ glyphs }) => glyphs) : []));
  const pages = [page(0, [...own, ...more])];
  numberLetters(pages);
  const regions = [{ page: 0, columns: [column], top: 72, bottom: 770, blocks: [...blocks] }];
  return { ...layoutBefore({ ...bare, pages }), regions };
}

const lostIn = (layout: DocumentLayout) => accountOf(layout).map(({ lost }) => lost.map(({ text }) => text).join(''));

const text = block(line('Costs were 33,800 in 2024'));

test('a page whose letters are all in blocks has lost none', () => {
  const [account] = accountOf(layoutOf([text]));
  assert.deepEqual([account?.letters, account?.inBlocks, account?.lost, account?.doubled], [21, 21, [], []]);
});

test('letters that nobody has claimed are known, and so are those of two blocks', () => {
  assert.deepEqual(lostIn(layoutOf([text], letters('Harbour', { baseline: 300 }))), ['Harbour']);
  const layout = layoutOf([text]);
  layout.regions[0]?.blocks.push({ ...text });
  assert.equal(accountOf(layout)[0]?.doubled.length, 21);
});

test('claimed letters are gone for later stages, and are counted by their reason', () => {
  const layout = layoutOf([text], letters('Page 7', { baseline: 820 }));
  const [own] = layout.pages;
  claim(
    own!,
    own!.glyphs.filter(({ baseline }) => baseline === 820),
    'furniture',
  );
  assert.equal(own!.glyphs.length, 25);
  assert.equal(own!.letters.length, 31);
  const [account] = accountOf(layout);
  assert.deepEqual([account?.claimed, account?.lost], [{ furniture: 5 }, []]);
});

test('letters that a picture shows are not lost, letters over an image are', () => {
  const box = { left: 60, top: 280, right: 300, bottom: 320 };
  const image = { ...box, mcid: -1, isArtifact: false, width: 1, height: 1, data: () => Promise.resolve(null) };
  const shown = (picture: Picture): LayoutBlock => ({ kind: 'picture', page: 0, box, container: column, picture });
  const onPicture = (picture: Picture) =>
    accountOf(layoutOf([text, shown(picture)], letters('Chart 1999', { baseline: 300 })))[0];
  assert.deepEqual(onPicture({ ...image, isRendered: true })?.claimed, { picture: 9 });
  // An image has nothing but its own pixels.
  assert.equal(onPicture(image)?.lost.length, 9);
});

test('the analysis of prose, a table, a note and a header loses and doubles nothing', () => {
  const content = (n: number) =>
    page(
      n,
      [
        ...letters(`A report on harbours ${n + 1}`, { baseline: 40 }),
        ...fullLines(10, { baseline: 100 }).flatMap(({ glyphs }) => glyphs),
        ...['Stone^1', 'Sand'].flatMap((name, row) => [
          ...letters(name, { left: 80, baseline: 300 + row * 20 }),
          ...letters(`${row + 3}00`, { left: 280, baseline: 300 + row * 20 }),
        ]),
        ...letters('1 Of the quarry', { size: 7, baseline: 700 }),
      ],
      {
        rules: [
          ...[285, 305, 325].map((y) => rule('horizontal', 72, y, 472, y + 0.5)),
          ...[72, 272, 472].map((x) => rule('vertical', x, 285, x + 0.5, 325)),
          rule('horizontal', 72, 690, 200, 690.5),
        ],
      },
    );
  const layout = analyseForWord({ ...bare, pages: [content(0), content(1), content(2)] });
  for (const { lost, doubled, letters: count } of accountOf(layout)) {
    assert.deepEqual([lost, doubled], [[], []]);
    assert.ok(count > 500);
  }
});

test('a stage that drops a line is found out, by page and words', () => {
  const layout = analyseForWord({
    ...bare,
    pages: [
      page(
        0,
        fullLines(4).flatMap(({ glyphs }) => glyphs),
      ),
      page(1, letters('The broken stage dropped this')),
    ],
  });
  for (const region of layout.regions)
    region.blocks = region.blocks.filter((own) => own.kind !== 'text' || !/dropped/.test(textOfLine(own.lines[0]!)));
  assert.deepEqual(lostIn(layout), ['', 'Thebrokenstagedroppedthis']);
  const flowing = composeFitted(layout, 'flow');
  assert.deepEqual(flowing.missing, [{ page: 1, words: ['The', 'broken', 'stage', 'dropped', 'this'] }]);
  // Where a page may keep its places, its words are put back there.
  const { fixed, missing } = composeFitted(layout);
  assert.deepEqual([fixed, missing], [[1], []]);
});

test('words of which a paragraph lacks a letter are named; parted ones and labels are not missed', () => {
  const runs = (own: string) => [{ text: own, style: text.lines[0]!.glyphs[0]!.style }];
  assert.deepEqual(wordsLostIn(text.lines, { runs: runs('Costs were 33,80 in 2024') }), [{ page: 0, words: ['2024'] }]);
  const parted = [line('The har-', { baseline: 100 }), line('bour is deep', { baseline: 112 })];
  assert.deepEqual(wordsLostIn(parted, { runs: runs('The harbour is deep') }), []);
  const item = { ...block(line('7. An item')), role: { item: { label: '7.', level: 0, list: 1 } } };
  assert.deepEqual(composeDocument(layoutOf([item])).lost, []);
});

test('turned text and unreadable letters are missing where their picture could not be painted', () => {
  const turned = letters('Sideways', { baseline: 300 }).map((glyph) => ({ ...glyph, angle: 90 }));
  const own = page(0, [...letters('Upright'), ...turned]);
  assert.deepEqual(unpaintedWords([own]), []);
  own.unpainted = [{ box: column, families: new Set() }];
  assert.deepEqual(unpaintedWords([own]), [{ page: 0, words: ['Sideways'] }]);
});
