// The faults of a composed page are a number: of two compositions the one with fewer faults stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { type Paragraph, plainParagraph } from '#conversion/word/docx-model.ts';
import { faultsOf } from '#conversion/word/measure/faults.ts';
import { documentOf } from '../../support/word-documents.ts';

const framed = (page: number, left: number, top: number): Paragraph => ({
  ...plainParagraph([{ text: 'A label', style: plainStyle(10) }]),
  lineSpacing: { height: 12, isExact: true },
  textFrame: { left, top, width: 80, isOver: true },
  page,
});

test('boxes over each other are faults of their page, boxes beside and below each other are none', () => {
  const apart = [framed(0, 100, 100), framed(0, 100, 120), framed(0, 200, 100), framed(1, 100, 100)];
  assert.deepEqual(faultsOf(documentOf(apart), new Set()), new Map());
  assert.deepEqual(faultsOf(documentOf([...apart, framed(1, 150, 104)]), new Set()), new Map([[1, 1]]));
});

test('paragraphs that share a box are one box', () => {
  const first = framed(0, 100, 100);
  const second = { ...framed(0, 100, 100), textFrame: first.textFrame! };
  assert.deepEqual(faultsOf(documentOf([first, second]), new Set()), new Map());
});

test('a lost word is a fault, and text without room is worse than a few of them', () => {
  const faults = faultsOf(documentOf([], { lost: [{ page: 2, words: ['harbour', '1999'] }] }), new Set([3]));
  assert.equal(faults.get(2), 2);
  assert.ok((faults.get(3) ?? 0) > 2);
});
