// Pages that are larger than Word's largest one, 22 inches (1584 points).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shrinkPages } from '#conversion/word/fit/largest-page.ts';
import type { Box } from '#conversion/layout/box.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { letters, page, rule } from '../../support/word-pages.ts';

/** A site plan of 3168 points, twice the largest page. */
const plan = (): PageContent => ({
  ...page(0, letters('Plan', { left: 1000, baseline: 2000, size: 20 })),
  width: 3168,
  height: 2000,
  rules: [rule('horizontal', 100, 600, 3000, 602, 2)],
});

test('a page that is too large is made smaller with its letters and lines, each of them once', () => {
  const large = plan();
  shrinkPages([large]);
  assert.deepEqual([large.width, large.height], [1584, 1000]);
  assert.deepEqual(
    large.glyphs.map(({ left, baseline, style }) => [left, baseline, style.size]),
    [500, 505, 510, 515].map((left) => [left, 1000, 10]),
  );
  assert.deepEqual([large.rules[0]?.right, large.rules[0]?.thickness], [1500, 1]);
});

test('its parts are painted at their position', async () => {
  const painted: [Box, number][] = [];
  const large = { ...plan(), render: (box: Box, dpi: number) => (painted.push([box, dpi]), Promise.resolve(null)) };
  shrinkPages([large]);
  await large.render({ left: 100, top: 50, right: 200, bottom: 80 }, 144);
  assert.deepEqual(painted, [[{ left: 200, top: 100, right: 400, bottom: 160 }, 72]]);
});

test('other pages stay as they are', () => {
  const small = page(0, letters('Letter'));
  shrinkPages([small]);
  assert.equal(small.glyphs[0]?.left, 72);
});
