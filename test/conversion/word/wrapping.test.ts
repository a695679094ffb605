// Right edges of columns, from where lines are broken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutBefore } from '#conversion/layout/document-layout.ts';
import { settleRightEdges } from '#conversion/word/after/wrapping.ts';
import { bare, block, column, fullLines, line, page } from '../../support/word-pages.ts';

const right = (blocks: ReturnType<typeof block>[]): number | undefined => {
  const source = { pages: [page(0, [])], ...bare };
  const layout = layoutBefore(source);
  layout.bodies = new Map([['595x842', column]]);
  layout.regions = [{ page: 0, columns: [column], top: 72, bottom: 770, blocks }];
  settleRightEdges(layout);
  return layout.bodies.get('595x842')?.right;
};

test('labels of a form that are broken in narrow cells do not make the page as narrow as they are', () => {
  const labels = Array.from({ length: 4 }, (_, n) =>
    block(fullLines(4, { right: 102, baseline: 100 + n * 60 }), column),
  );
  const lines = Array.from({ length: 8 }, (_, n) =>
    block(line('A question over the whole page', { right: 440, baseline: 400 + n * 20 }), column),
  );
  assert.equal(right([...labels, ...lines]), column.right);
});

test('a body whose lines are all broken earlier ends there', () => {
  const lines = fullLines(20, { right: 455 });
  assert.ok(Math.abs((right([block(lines)]) ?? 0) - 455) < 1);
});
