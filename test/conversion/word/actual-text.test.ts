// Letters for which a document states the text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaken, withActualTexts } from '#conversion/layout/read/actual-text.ts';
import { letters } from '../../support/word-pages.ts';

test('the pieces of a letter with its vowel are that letter, at the place of its base', () => {
  const [vowel, base, other] = [
    letters('x', { left: 102, baseline: 95 })[0]!,
    letters('?', { left: 100 })[0]!,
    letters('ب', { left: 120 })[0]!,
  ];
  vowel.right = 103;
  const own = { text: '\u0645\u0650', owner: 1n };
  const read = withActualTexts([vowel, base, other], [own, own, undefined]);
  assert.deepEqual(
    read.map(({ text, left, baseline }) => [text, left, baseline]),
    [
      ['\u0645', 100, base.baseline],
      ['\u0650', 100, base.baseline],
      ['ب', 120, other.baseline],
    ],
  );
});

test('descriptions and texts of other scripts are not taken for letters', () => {
  assert.deepEqual(
    ['\u0645\u0650', 'fi', '\u05e9\u05dc\u05d5\u05dd \u05dc\u05db\u05dd', '\u0645'.repeat(40)].map((text) =>
      isTaken({ text, owner: 1n }),
    ),
    [true, false, false, false],
  );
});
