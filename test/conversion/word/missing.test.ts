// A document is read back as Word shows it, and held against its pages: what it lacks is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { composeFitted } from '#conversion/word/compose/fitted-document.ts';
import { missingIn } from '#conversion/word/compose/missing.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { bare, block, column, letters, line, page } from '../../support/word-pages.ts';

/** One page of blocks, and letters on it that are in none of them. */
function layoutOf(blocks: readonly LayoutBlock[], more: readonly Glyph[] = []): DocumentLayout {
  const pages = [page(0, [])];
  const own = blocks.flatMap((one) => (one.kind === 'text' ? one.lines.flatMap(({ glyphs }) => glyphs) : []));
  const regions = [{ page: 0, columns: [column], top: 72, bottom: 770, blocks: [...blocks] }];
  return { ...layoutBefore({ ...bare, pages }), regions, asRead: [{ letters: [...own, ...more], art: [] }] };
}

const lostOf = (layout: DocumentLayout) => missingIn(composeDocument(layout), layout);
const text = block(line('Costs were 33,800 in 2024'));

test('a document with all of its page lacks nothing', () => {
  assert.deepEqual(lostOf(layoutOf([text])), []);
});

test('numbers and words that stand nowhere are named with their page, each as often as it is lacking', () => {
  const more = [...letters('2024 2024', { baseline: 300 }), ...letters('Harbour', { baseline: 400 })];
  assert.deepEqual(lostOf(layoutOf([text], more)), [{ page: 0, words: ['2024', '2024', 'harbour'] }]);
});

test('short words, letters beside the page and hidden or turned ones are not missed', () => {
  const beside = letters('Beyond', { left: 900 });
  const hidden = letters('Hidden', { baseline: 300 }).map((glyph) => ({ ...glyph, isHidden: true }));
  const turned = letters('Turned', { baseline: 400 }).map((glyph) => ({ ...glyph, angle: 90 }));
  const short = letters('of the', { baseline: 500 });
  assert.deepEqual(lostOf(layoutOf([text], [...beside, ...hidden, ...turned, ...short])), []);
});

test('words that a line parts are found, labels of lists and what a picture shows too', () => {
  const parted = block([line('The har-', { baseline: 100 }), line('bour is deep', { baseline: 112 })]);
  assert.deepEqual(lostOf(layoutOf([parted])), []);
  const item = { ...block(line('7. An item')), role: { item: { label: '7.', level: 0, list: 1 } } };
  assert.deepEqual(lostOf(layoutOf([item])), []);
  const box = { left: 60, top: 280, right: 300, bottom: 320 };
  const picture = { ...box, mcid: -1, isArtifact: false, width: 1, height: 1, data: () => Promise.resolve(null) };
  const shown: LayoutBlock = { kind: 'picture', page: 0, box, container: column, picture };
  assert.deepEqual(lostOf(layoutOf([text, shown], letters('Chart 1999', { baseline: 300 }))), []);
});

test('a page of which more is lost than may be a mistake is set as it stood, and lacks nothing then', () => {
  // Among much running text, so that nothing else speaks for it.
  const prose = Array.from({ length: 12 }, (_, n) =>
    block(line(`A sentence of ${n} words or so`, { baseline: 100 + n * 14 })),
  );
  const more = letters('11 22 33 44', { baseline: 500 });
  const layout = layoutOf(prose, more);
  assert.equal(composeFitted(layout, 'flow').missing[0]?.words.length, 4);
  const { fixed, missing } = composeFitted(layout);
  assert.deepEqual([fixed, missing], [[0], []]);
});
