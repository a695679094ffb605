// Text that is too much for its pages is set closer, as far as it can still be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tighten } from '#conversion/word/compose/tightened.ts';
import { type Paragraph, plainParagraph } from '#conversion/word/docx-model.ts';
import { extentOf, type Stretch } from '#conversion/word/measure/stretches.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

/** Lines with so many points between them, which have a page of 600 points. */
function stretchOf(count: number, { height, between }: { height: number; between: number }): Stretch {
  const blocks = Array.from({ length: count }, (): Paragraph => ({
    ...plainParagraph([{ text: 'A line', style: plainStyle(10) }]),
    spaceBefore: between,
    lineSpacing: { height, isExact: false },
  }));
  const section = {
    blocks,
    width: 595,
    height: 842,
    margins: { left: 72, right: 72, top: 121, bottom: 121 },
    columns: [451],
    columnGaps: [],
    isContinuous: false,
  };
  return { parts: [{ section, blocks, room: 600 }], page: 0, pages: 1 };
}

const paragraphsOf = ({ parts }: Stretch) => parts.flatMap(({ blocks }) => blocks) as Paragraph[];

test('the gentlest step that makes text fit is the one that is taken', () => {
  const stretch = stretchOf(32, { height: 15, between: 5 });
  assert.equal(tighten(stretch, extentOf(stretch, false), { balances: false }), true);
  assert.equal(extentOf(stretch, false).pages, 1);
  const [first] = paragraphsOf(stretch);
  assert.ok((first?.spaceBefore ?? 0) > 0 && first?.lineSpacing?.height === 15);
});

test('text that no step makes fit is set as close as comes nearest to it', () => {
  const stretch = stretchOf(80, { height: 15, between: 5 });
  const before = extentOf(stretch, false);
  assert.equal(before.pages, 3);
  assert.equal(tighten(stretch, before, { balances: false }), false);
  const after = extentOf(stretch, false);
  assert.equal(after.pages, 2);
  // Lines do not come closer than they can be read.
  assert.ok(paragraphsOf(stretch).every(({ lineSpacing }) => (lineSpacing?.height ?? 0) > 15 * 0.87));
});

test('text that setting it closer brings hardly nearer to its pages stays as it is', () => {
  for (const between of [0, 0.5]) {
    const stretch = stretchOf(100, { height: 20, between });
    for (const paragraph of paragraphsOf(stretch)) delete paragraph.lineSpacing;
    assert.equal(tighten(stretch, extentOf(stretch, false), { balances: false }), false);
    assert.ok(paragraphsOf(stretch).every(({ spaceBefore }) => spaceBefore === between));
  }
});

test('a page that does not fit may stay unchanged', () => {
  const stretch = stretchOf(80, { height: 15, between: 5 });
  const extent = extentOf(stretch, false);
  assert.equal(tighten(stretch, extent, { balances: false, isAllOrNothing: true }), false);
  assert.ok(
    paragraphsOf(stretch).every(({ spaceBefore, lineSpacing }) => spaceBefore === 5 && lineSpacing?.height === 15),
  );
});

test('lines that come closer are exactly as high only where their font asks for more', () => {
  const stretch = stretchOf(35, { height: 18, between: 0 });
  const [first, second] = paragraphsOf(stretch);
  assert.ok(first !== undefined && second !== undefined);
  first.lineSpacing = { height: 11.5, isExact: false };
  second.lineSpacing = { height: 10.35, isExact: false, times: 0.9 };
  tighten(stretch, extentOf(stretch, false), { balances: false });
  const third = paragraphsOf(stretch)[2]?.lineSpacing;
  assert.ok(third !== undefined && third.height < 18 && !third.isExact);
  assert.equal(first.lineSpacing.isExact, true);
  assert.ok(!second.lineSpacing.isExact && (second.lineSpacing.times ?? 1) < 0.9);
});
