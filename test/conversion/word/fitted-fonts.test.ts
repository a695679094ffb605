// How fonts are shown by a word processor that may not have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { advances } from '#conversion/layout/text/advances.ts';
import { fitFonts } from '#conversion/word/fit/fitted-fonts.ts';
import { isKerned } from '#conversion/word/fit/kerning.ts';
import { letters, page } from '../../support/word-pages.ts';

const times = advances['Times New Roman']?.[0] ?? [];
const sentence = 'Thequickbrownfoxjumpsoverthelazydogandrunsaway';

/** A word in a font whose letters are `scale` times as wide as those of Times New Roman, `apart` points from each other. */
function word(font: string, { scale = 1, apart = 0, size = 10 } = {}): Glyph[] {
  const style = { ...letters('x', { size })[0]!.style, font };
  let left = 72;
  return letters(sentence, { size }).map((glyph) => {
    const width = ((times[glyph.text.charCodeAt(0) - 0x21] ?? 0) / 1000) * size * scale;
    const placed = { ...glyph, style, left, right: left + width };
    left += width + apart;
    return placed;
  });
}

function shown(glyphs: Glyph[]) {
  fitFonts([page(0, glyphs)]);
  const { shownAs, scale, spacing } = glyphs[0]!.style;
  return { shownAs, scale, spacing };
}

test('a font that hardly anybody has is written as one that everybody has, and lines stay as long as they were', () => {
  assert.deepEqual(shown(word('Warnock Roman', { scale: 1.08 })), {
    shownAs: 'Times New Roman',
    scale: 108,
    spacing: undefined,
  });
});

test('letters that are all but as wide are moved apart, not drawn wider', () => {
  const { shownAs, scale, spacing } = shown(word('Warnock Roman', { scale: 1.03 }));
  assert.deepEqual([shownAs, scale], ['Times New Roman', undefined]);
  assert.ok(spacing !== undefined && spacing > 0 && spacing < 0.2);
});

test('a typewriter font that hardly anybody has becomes the typewriter font that everybody has', () => {
  const style = { ...letters('x')[0]!.style, font: 'Rare Type' };
  assert.equal(shown(letters(sentence).map((glyph) => ({ ...glyph, style }))).shownAs, 'Courier New');
});

test('typewriter letters stay those of a typewriter where they are set unevenly', () => {
  const style = { ...letters('x')[0]!.style, font: 'Rare Type' };
  const uneven = letters(sentence).map((glyph, n) => ({
    ...glyph,
    style,
    left: glyph.left + (n % 3) * 0.4,
    right: glyph.right + (n % 3) * 0.4,
  }));
  assert.equal(shown(uneven).shownAs, 'Courier New');
});

test('a font of word processors stays unchanged', () => {
  assert.deepEqual(shown(word('Garamond', { scale: 0.9 })), {
    shownAs: undefined,
    scale: undefined,
    spacing: undefined,
  });
});

test('letters that were set apart are set apart again', () => {
  assert.equal(shown(word('Georgia', { apart: 0.5 })).spacing, 0.5);
});

test('letters that are drawn wider than their font has them are written wider, not apart', () => {
  const glyphs = word('Georgia', { scale: 1.1 }).map((glyph) => ({
    ...glyph,
    right: glyph.left + (glyph.right - glyph.left) / 1.1,
  }));
  assert.deepEqual(shown(glyphs), { shownAs: undefined, scale: 110, spacing: undefined });
});

test('letters of a turned page, of which only the ink is known, are not set apart', () => {
  const glyphs = word('Georgia', { apart: 0.5 });
  glyphs[0]!.style.isInk = true;
  assert.equal(shown(glyphs).spacing, undefined);
});

test('sizes that word processors do not know are made up for by the distance of letters', () => {
  const { spacing } = shown(word('Georgia', { size: 8.8 }));
  assert.ok(spacing !== undefined && spacing < 0, String(spacing));
});

test('letters whose places are merely rounded are not taken for kerned ones', () => {
  const moved = (by: (n: number) => number) =>
    letters(sentence).map((glyph, n) => ({ ...glyph, left: glyph.left + by(n), right: glyph.right + by(n) }));
  assert.equal(isKerned(moved((n) => (n % 2 === 1 ? 0.2 : 0))), false);
  // Every third letter is closer to the one before it.
  assert.equal(isKerned(moved((n) => -0.2 * Math.floor(n / 3))), true);
});
