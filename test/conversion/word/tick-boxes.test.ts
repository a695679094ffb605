// Boxes to tick that are drawn beside text are signs of its line; cells, buttons and lone squares stay drawings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageContent, Rule } from '#conversion/layout/page-content.ts';
import { readTickBoxes } from '#conversion/layout/read/tick-boxes.ts';
import { labelOf } from '#conversion/layout/text/labels.ts';
import { letters, page } from '../../support/word-pages.ts';

const side = 8;

/** The four lines of a square whose lower left corner is at a place. */
function square(left: number, bottom: number): Rule[] {
  const [right, top] = [left + side, bottom - side];
  const shared = { thickness: 0.5, color: '000000' };
  const flat = { direction: 'horizontal', ...shared } as const;
  const upright = { direction: 'vertical', ...shared } as const;
  return [
    { ...flat, left, right, top, bottom: top },
    { ...flat, left, right, top: bottom, bottom },
    { ...upright, left, right: left, top, bottom },
    { ...upright, left: right, right, top, bottom },
  ];
}

const baseline = 100;
const word = letters('Yes', { size: 10, left: 84, baseline });

/** The text of a page with a square before a word, and the number of remaining lines. */
function read(own: Partial<PageContent> = {}): { text: string; rules: number } {
  const made: PageContent = { ...page(0, word), rules: square(72, baseline), ...own };
  made.letters = made.glyphs;
  readTickBoxes(made);
  return { text: made.glyphs.map(({ text }) => text).join(''), rules: made.rules.length };
}

const within = { left: 73, right: 79, top: baseline - 7, bottom: baseline - 1 };
const stroke = { ...within, isArtifact: false, isFilled: false, color: '000000' };

test('a square before a word is an empty box of its line', () => {
  assert.deepEqual(read(), { text: '☐Yes', rules: 0 });
  assert.deepEqual(read({ fills: [{ ...within, color: 'ffffff' }] }), { text: '☐Yes', rules: 0 });
});

test('a box with a cross, a written mark or a black ground is marked', () => {
  assert.equal(read({ drawingPaths: [stroke, stroke] }).text, '☒Yes');
  assert.equal(
    read({ glyphs: [...letters('X', { size: 8, left: 73, baseline: baseline - 1 }), ...word] }).text,
    '☒Yes',
  );
  assert.equal(read({ fills: [{ ...within, color: '0d0d0d' }] }).text, '■Yes');
});

test('a box is a field that can be ticked, and no bullet of a list', () => {
  const made = { ...page(0, word), letters: word, rules: square(72, baseline) };
  readTickBoxes(made);
  assert.equal(made.glyphs[0]?.formField?.isChecked, false);
  assert.equal(labelOf({ glyphs: made.glyphs }), undefined);
});

test('a box behind a word is its last letter', () => {
  const right = word.at(-1)!.right;
  assert.equal(read({ rules: square(right + 4, baseline) }).text, 'Yes☐');
});

test('cells beside each other, buttons, letters in squares and squares without text are drawings', () => {
  assert.equal(read({ rules: [...square(72, baseline), ...square(64, baseline)] }).text, 'Yes');
  assert.equal(read({ fills: [{ ...within, color: 'c0c0c0' }] }).text, 'Yes');
  assert.equal(read({ drawingPaths: [{ ...stroke, isFilled: true }] }).text, 'Yes');
  assert.equal(read({ rules: square(20, baseline) }).text, 'Yes');
  assert.equal(read({ rules: square(72, 60) }).text, 'Yes');
  assert.equal(
    read({ glyphs: [...letters('B', { size: 8, left: 73, baseline: baseline - 1 }), ...word] }).text,
    'BYes',
  );
});
