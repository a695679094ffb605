// Runs of words from right to left say so, and Latin words among them do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionsOf } from '#conversion/word/docx/run-directions.ts';
import type { Run } from '#conversion/word/docx-model.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

/** Text that is read from right to left is in ‹›. */
function parts(texts: readonly string[], isReversed: boolean): string {
  const runs = texts.map((text): Run => ({ text, style: plainStyle(11) }));
  const directions = directionsOf(runs, isReversed);
  return runs
    .map((run) =>
      (directions.get(run) ?? []).map((part) => (part.isRightToLeft ? `‹${part.text}›` : part.text)).join(''),
    )
    .join('|');
}

test('Latin words with their numbers and brackets are apart in a paragraph from right to left', () => {
  assert.equal(parts(['עם Microsoft Word 2019, ועוד'], true), '‹עם ›Microsoft Word 2019‹, ועוד›');
  assert.equal(parts(['חברת Microsoft (R) (see page 4) סוף.'], true), '‹חברת ›Microsoft (R) (see page 4)‹ סוף.›');
  assert.equal(parts(['אחד (see page 4) סוף 50%'], true), '‹אחד (›see page 4‹) סוף 50%›');
});

test('signs between words of two runs have the direction of these', () => {
  assert.equal(parts(['עם Micro', 'soft', ' Word'], true), '‹עם ›Micro|soft| Word');
  assert.equal(parts(['2024', ' שנה'], true), '‹2024›|‹ שנה›');
});

test('words from right to left in an English paragraph take the signs between them', () => {
  assert.equal(parts(['The word שלום לכם (שלום) is'], false), 'The word ‹שלום לכם (שלום)› is');
  assert.equal(parts(['No such word'], false), '');
});
