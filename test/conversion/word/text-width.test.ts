// The width of text in a word processor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf } from '#conversion/word/measure/text-width.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

const style = plainStyle(10);

test('narrowed signs of a square are as narrow as other narrowed letters', () => {
  assert.equal(widthOf('감염병', style), 30);
  assert.equal(widthOf('감염병', { ...style, scale: 80 }), 24);
});

test('letters that join with their neighbours are narrower than letters of which nothing is known', () => {
  assert.ok(widthOf('الحكومة', style) < widthOf('ფორმატი', style));
});
