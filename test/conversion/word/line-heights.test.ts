import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleHeight } from '../../../src/conversion/word/fit/line-heights.ts';

const shareOf = (font: string, shownAs?: string) =>
  styleHeight({ size: 1, font, ...(shownAs === undefined ? {} : { shownAs }) });

test('fonts ask for the height that their tables give', () => {
  assert.equal(shareOf('Calibri Light'), shareOf('Calibri'));
  assert.equal(shareOf('Bitstream Vera Sans Mono'), shareOf('DejaVu Sans Mono'));
  assert.ok(shareOf('Consolas') < 1.2);
  assert.ok(shareOf('Noto Serif') < shareOf('A font that is not known'));
});

test('a font that is drawn in the place of another determines the height', () => {
  assert.equal(shareOf('A font that is not known', 'Consolas'), shareOf('Consolas'));
});
