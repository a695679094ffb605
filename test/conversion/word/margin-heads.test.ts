// Headings in the margin precede the paragraph that they are beside, in the document as on the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textBlocks } from '#conversion/layout/layout-blocks.ts';
import { textOfBlock } from '#conversion/layout/text/style.ts';
import { analyseForWord, bare, fullLines, type Placed, letters, page } from '../../support/word-pages.ts';

const indent = 200;
/** Where the paragraphs of a page begin. */
const starts = [120, 200, 280, 360];

/** The texts of a page of four paragraphs of five lines with something in the margin, and the words that are headings. */
function read(margin: readonly string[], { off = 0, ...look }: Placed & { off?: number }) {
  const text = starts.flatMap((baseline) => fullLines(5, { baseline, left: indent }).flatMap(({ glyphs }) => glyphs));
  const beside = margin.flatMap((words, n) =>
    words === '' ? [] : letters(words, { ...look, baseline: starts[n]! + off }),
  );
  const { regions } = analyseForWord({ ...bare, pages: [page(0, [...beside, ...text])] });
  const blocks = regions.flatMap((region) => textBlocks(region.blocks));
  return {
    texts: blocks.map((block) =>
      textOfBlock(block)
        .replace(/ *abcd.*/su, ' text')
        .trim(),
    ),
    headings: blocks.filter(({ role }) => role?.heading !== undefined).map(textOfBlock),
  };
}

const heads = ['Ships', 'Dues', 'Register', 'Appeal'];
const inOrder = heads.flatMap((head) => [head, 'text']);

test('a heading in the margin comes before its paragraph, whether it is level with it or not', () => {
  assert.deepEqual(read(heads, { bold: true }), { texts: inOrder, headings: heads });
  assert.deepEqual(read(heads, { bold: true, size: 9, off: 3 }).texts, inOrder);
  assert.deepEqual(read(heads, { size: 8 }).texts, inOrder);
  assert.deepEqual(read(['', 'Dues'], { bold: true }).texts, ['text', 'Dues', 'text', 'text', 'text']);
});

test('numbers of lines or paragraphs, and text like its neighbour, are no headings', () => {
  for (const [margin, look] of [
    [['5', '10', '15', '20'], { size: 8 }],
    [['(1)', '(2)', '(3)', '(4)'], { bold: true }],
    [heads, {}],
  ] as const)
    assert.ok(!read(margin, look).texts.includes(margin[1]), margin[1]);
});
