// Pieces on a baseline, and letters that are off it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, piecesOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { letters } from '../../support/word-pages.ts';

const texts = (glyphs: readonly Glyph[]) => linesOf(piecesOf(glyphs, 0)).map(textOfLine);

test('a letter that is lowered in its word stays in it', () => {
  const name = (drop: number) =>
    texts([
      ...letters('The T', { left: 72, baseline: 100 }),
      ...letters('E', { left: 97, baseline: 100 + drop }),
      ...letters('X book', { left: 102, baseline: 100 }),
      ...letters('of many lines', { left: 72, baseline: 112 }),
    ]);
  assert.deepEqual(name(2.2), ['The TEX book', 'of many lines']);
  assert.equal(name(4).length, 3);
});

test('the raised label of a browser belongs to its line', () => {
  const word = letters('System', { left: 72, baseline: 100 });
  const raised = letters('1', { left: 103, baseline: 95, size: 8.4 });
  const after = letters('. It is', { left: 108, baseline: 100 });
  assert.deepEqual(linesOf(piecesOf([...word, ...raised, ...after], 0)).map(textOfLine), ['System1. It is']);
});
