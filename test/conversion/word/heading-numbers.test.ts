// Numbers of headings: consecutive ones are a numbering of Word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { textOf } from '#conversion/word/docx-model.ts';
import { numberHeadings } from '#conversion/layout/text/heading-numbers.ts';
import { analyseForWord, bare, block, fullText, letters, line, page } from '../../support/word-pages.ts';

/** The numbers that are no longer text. */
function counted(titles: readonly string[]): string[] {
  const blocks = titles.map((title) => ({ ...block(line(title)), role: { heading: 1 } }));
  numberHeadings(blocks);
  return blocks.flatMap(({ role }) => ('number' in role ? [(role as { number: { label: string } }).number.label] : []));
}

test('numbers of headings that count on are a numbering, over all levels', () => {
  assert.deepEqual(counted(['1 One', '1.1 Two', '1.2 Three', '2 Four', '2.1 Five']), ['1', '1.1', '1.2', '2', '2.1']);
  assert.deepEqual(counted(['1.0 One', '2.0 Two', '2.1 Three']), ['1.0', '2.0', '2.1']);
  assert.deepEqual(counted(['4. One', '5. Two']), ['4.', '5.']);
});

test('a number that does not follow stays as it is typed, and so does a single one', () => {
  assert.deepEqual(counted(['1 One', '2 Two', '4 Three', '3 Four']), ['1', '2', '3']);
  assert.deepEqual(counted(['1 One', '2.1 Two', '2 Three']), ['1', '2']);
  assert.deepEqual(counted(['1 One', 'Two']), []);
  assert.deepEqual(counted(['12 One', '7 Two', '3 Three', '4 Four']), []);
});

test('a numbered heading becomes a heading whose number Word counts', () => {
  const text = (from: number) =>
    Array.from({ length: 8 }, (_, n) => letters(fullText, { right: 472, baseline: from + n * 12 })).flat();
  const { sections } = composeDocument(
    analyseForWord({
      pages: [
        page(0, [
          ...letters('1 The harbour', { baseline: 100, size: 16, bold: true }),
          ...text(130),
          ...letters('1.1 The cranes', { baseline: 260, size: 13, bold: true }),
          ...text(290),
          ...letters('1.2 The basin', { baseline: 420, size: 13, bold: true }),
          ...text(450),
        ]),
      ],
      ...bare,
    }),
  );
  const headings = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((own) => (own.kind === 'paragraph' && own.heading !== undefined ? [own] : []));
  assert.deepEqual(headings.map(textOf), ['The harbour', 'The cranes', 'The basin']);
  assert.deepEqual(
    headings.map(({ list }) => [list?.level, list?.format.text]),
    [
      [0, '%1'],
      [1, '%1.%2'],
      [1, '%1.%2'],
    ],
  );
});
