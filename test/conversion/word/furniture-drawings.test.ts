// Shapes around headers and footers belong to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFurniture } from '#conversion/layout/blocks/furniture.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { letters, page, rule } from '../../support/word-pages.ts';

/** Pages of ten lines each that no two share, with their number at the foot and lines of their own. */
const pagesWith = (rulesOf: (n: number) => PageContent['rules'], more: Partial<PageContent> = {}): PageContent[] =>
  Array.from({ length: 6 }, (_, n) =>
    page(
      n,
      [
        ...Array.from({ length: 10 }, (_line, row) =>
          letters(`${'abcdef'[n]}${'klmnopqrst'[row]} own words of the page`, { baseline: 160 + row * 12 }),
        ).flat(),
        ...letters(`Page ${n + 1}`, { baseline: 800 }),
      ],
      { rules: rulesOf(n), ...more },
    ),
  );
const overFooter = () => rule('horizontal', 72, 785, 523, 785.5);

test('a line above the footers is theirs, and gone from the pages', () => {
  const pages = pagesWith(() => [overFooter()]);
  const { drawings, ranges } = takeFurniture(pages, false);
  const shown = ranges[0]?.sets[0]?.index ?? -1;
  assert.deepEqual(
    drawings.get(shown)?.map(({ top, fill }) => [top, fill]),
    [[785, '336699']],
  );
  assert.ok(pages.every(({ rules }) => rules.length === 0));
});

test('a bar behind the footer goes with it', () => {
  const fills = [{ left: 72, top: 788, right: 523, bottom: 806, color: 'dddddd' }];
  const pages = pagesWith(() => [], { fills });
  const { drawings } = takeFurniture(pages, false);
  assert.equal([...drawings.values()].flat().length, 1);
  assert.ok(pages.every((one) => one.fills.length === 0));
});

test('lines among the text, and those of a few pages, stay on their pages', () => {
  const among = pagesWith(() => [rule('horizontal', 72, 200, 523, 200.5)]);
  assert.deepEqual([...takeFurniture(among, false).drawings.values()].flat(), []);
  const few = pagesWith((n) => (n < 3 ? [overFooter()] : []));
  assert.deepEqual([...takeFurniture(few, false).drawings.values()].flat(), []);
  assert.deepEqual(
    few.map(({ rules }) => rules.length),
    [1, 1, 1, 0, 0, 0],
  );
});
