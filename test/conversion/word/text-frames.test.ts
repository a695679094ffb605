// Text in frames: a line that begins left of its column is in its frame, too, and is not clipped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putInTextFrame } from '#conversion/word/compose/block.ts';
import { plainParagraph } from '#conversion/word/docx-model.ts';
import { block, line } from '../../support/word-pages.ts';

test('a frame begins where its text does, left of the column too', () => {
  const paragraph = { ...plainParagraph([]), indentLeft: -35, indentFirst: -5 };
  const number = block(line('84', { left: 32, baseline: 60 }), { left: 72, right: 472, top: 72, bottom: 770 });
  putInTextFrame(paragraph, number, []);
  assert.equal(paragraph.textFrame?.left, 32);
  assert.ok((paragraph.textFrame?.width ?? 0) >= 440);
  assert.deepEqual([paragraph.indentLeft, paragraph.indentFirst], [5, -5]);
});

test('a paragraph within its column shares the frame of the one before', () => {
  const [first, second] = [plainParagraph([]), plainParagraph([])];
  putInTextFrame(first, block(line('84', { baseline: 60 })), []);
  putInTextFrame(second, block(line('Notes', { baseline: 72 })), [first]);
  assert.equal(second.textFrame, first.textFrame);
});
