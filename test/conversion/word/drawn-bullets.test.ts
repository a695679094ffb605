// Bullets that are drawn: small round or square shapes right before a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDrawnBullets } from '#conversion/layout/blocks/drawn-bullets.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { letters, page } from '../../support/word-pages.ts';

interface Shape {
  left?: number;
  middle?: number;
  side?: number;
}

const box = ({ left = 80, middle = 97, side = 4 }: Shape) => ({
  left,
  right: left + side,
  top: middle - side / 2,
  bottom: middle + side / 2,
});

const path = (shape: Shape, isFilled = true) => ({ ...box(shape), isArtifact: false, isFilled, color: '123456' });

function textOf(own: PageContent): string {
  findDrawnBullets(own);
  return own.glyphs.map(({ text }) => text).join('');
}

const item = letters('An item', { left: 92, baseline: 100 });

test('a round shape before a line is a bullet, in its own colour', () => {
  const own = page(0, item, { drawingPaths: [path({})] });
  assert.equal(textOf(own), '•An item');
  assert.equal(own.glyphs[0]?.style.color, '123456');
  assert.deepEqual(own.drawingPaths, []);
});

test('an outline is a hollow bullet, a filled square a square one', () => {
  assert.equal(textOf(page(0, item, { drawingPaths: [path({}, false)] })), '◦An item');
  assert.equal(textOf(page(0, item, { fills: [{ ...box({}), color: '000000' }] })), '▪An item');
});

test('shapes that are far from a line, above it or as large as a box are none', () => {
  for (const shape of [{ left: 60 }, { middle: 80 }, { left: 78, side: 9 }, { left: 88.5, side: 3 }, { side: 1 }])
    assert.equal(textOf(page(0, item, { drawingPaths: [path(shape)] })), 'An item', JSON.stringify(shape));
});

test('a sign within a line is none', () => {
  const before = letters('Before', { left: 45, baseline: 100 });
  assert.equal(textOf(page(0, [...before, ...item], { drawingPaths: [path({})] })), 'BeforeAn item');
});

test('a shape of a drawing is none', () => {
  const curve = { ...path({}), left: 60, right: 75, top: 60, bottom: 110 };
  assert.equal(textOf(page(0, item, { drawingPaths: [path({}), curve] })), 'An item');
});
