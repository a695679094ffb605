// Drawings of a page as pictures, and shapes that are no drawings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '#conversion/layout/box.ts';
import { drawingsOf } from '#conversion/layout/blocks/drawings.ts';
import { letters, page, rule } from '../../support/word-pages.ts';

/** The outline of a small box, and the two lines that cross it out. */
function crossedBox({ left, top, right, bottom }: Box) {
  const cross = { left, top, right, bottom, isArtifact: false, isFilled: false, color: '000000' };
  const outline = [
    rule('horizontal', left, top, right, top),
    rule('horizontal', left, bottom, right, bottom),
    rule('vertical', left, top, left, bottom),
    rule('vertical', right, top, right, bottom),
  ];
  return { outline, crosses: [cross, { ...cross }] };
}

test('crossed boxes of a form are no drawing, and the words beside them stay text', () => {
  const boxes = [100, 112, 124].map((top) => crossedBox({ left: 72, top, right: 80, bottom: top + 8 }));
  const bar = { left: 60, top: 135, right: 300, bottom: 156, color: 'aaffff' };
  const words = [108, 120, 132, 150].flatMap((baseline) => letters('Older adults', { left: 90, baseline }));
  const form = page(0, words, {
    rules: [...boxes.flatMap(({ outline }) => outline), rule('horizontal', 60, 135, 300, 135)],
    drawingPaths: boxes.flatMap(({ crosses }) => crosses),
    fills: [bar],
  });
  assert.deepEqual(drawingsOf(form), []);
});

test('slanted lines close together are a drawing, with the lines around them', () => {
  const slanted = [0, 30, 60].map((at) => ({
    left: 100 + at,
    top: 100,
    right: 130 + at,
    bottom: 160,
    isArtifact: false,
    isFilled: false,
    color: '000000',
  }));
  const chart = page(0, letters('2024', { left: 110, baseline: 170 }), {
    drawingPaths: slanted,
    rules: [rule('horizontal', 95, 162, 195, 162), rule('vertical', 95, 95, 95, 162)],
  });
  assert.equal(drawingsOf(chart).length, 1);
});

test('a chart has titles along its axes; text over a few lines is text', () => {
  const title = letters('Number of passages', { left: 110, baseline: 200 });
  const dots = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      left: 100 + n * 4,
      top: 100 + n * 3,
      right: 104 + n * 4,
      bottom: 103 + n * 3,
      isArtifact: false,
      isFilled: true,
      color: '000000',
    }));
  const ground = { left: 90, top: 90, right: 220, bottom: 210, color: 'ffffff' };
  const drawn = (count: number) => drawingsOf(page(0, title, { drawingPaths: dots(count), fills: [ground] }));
  assert.deepEqual(
    drawn(24).map(({ altText }) => altText),
    ['Number of passages'],
  );
  assert.deepEqual(drawn(8), []);
});
