// Covered shapes are left out: the shadow of a box shows an edge at most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '#conversion/layout/box.ts';
import { findFloating } from '#conversion/word/after/floating.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import type { Fill, Picture } from '#conversion/layout/page-content.ts';
import { coverWith } from '#conversion/layout/read/covered.ts';
import { block, column, line, page } from '../../support/word-pages.ts';

const pictureAt = (box: Box): Picture => ({
  ...box,
  mcid: -1,
  isArtifact: false,
  width: 10,
  height: 10,
  data: () => Promise.resolve(null),
});

const box: Box = { left: 100, top: 100, right: 300, bottom: 200 };
const moved = (by: number): Box => ({
  left: box.left + by,
  top: box.top + by,
  right: box.right + by,
  bottom: box.bottom + by,
});
const white: Fill = { ...box, color: 'ffffff' };

test('a picture that a rectangle hides but for its edge is gone, others stay', () => {
  const [shadow, photograph] = [pictureAt(moved(4)), pictureAt({ left: 90, top: 90, right: 500, bottom: 600 })];
  const content = page(0, [], { pictures: [shadow, photograph], fills: [white] });
  coverWith([white], content);
  assert.deepEqual(content.pictures, [photograph]);
});

test('white over something darker is seen, white on paper is not', () => {
  const dark: Fill = { ...moved(4), color: '404040' };
  const [over, under] = [{ ...white }, { ...white }];
  const content = page(0, [], { fills: [under, dark, over] });
  coverWith([under], content);
  coverWith([over], content);
  assert.deepEqual([under.isOver, over.isOver], [false, true]);
});

test('text in a drawn box beside the text of its page floats', () => {
  const beside = { left: 320, top: 90, right: 460, bottom: 160 };
  const boxed = block([
    line('In the box', { left: 330, baseline: 110 }),
    line('there is text', { left: 330, baseline: 124 }),
  ]);
  const frame: LayoutBlock = { kind: 'picture', page: 0, box: beside, picture: pictureAt(beside), container: column };
  const texts = [block(line('Some text', { baseline: 110 })), block(line('More text', { baseline: 130 }))];
  findFloating([{ page: 0, columns: [column], top: 72, bottom: 770, blocks: [...texts, frame, boxed] }]);
  assert.equal(boxed.isFloating, true);
  assert.ok(texts.every(({ isFloating }) => isFloating !== true));
});
