// Footnotes keep the numbers that are printed: Word counts those that it would count so, and the others are text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCountedNotes } from '#conversion/word/compose/note-numbers.ts';
import { type DocumentLayout, layoutBefore, type ReferencedNote } from '#conversion/word/document-layout.ts';
import { textOfLine } from '#conversion/word/lines/lines.ts';
import { bare, block, column, letters, line, page } from '../../support/word-pages.ts';

const note = (label: string, index = 0): ReferencedNote => ({
  lines: [line(`Note ${label}`, { page: index, baseline: 700, size: 8 })],
  reference: letters(label, { size: 6 }),
});

function layoutOf(notes: readonly ReferencedNote[]): DocumentLayout {
  const pages = [0, 1].map((n) => page(n, []));
  const regions = [0, 1].map((n) => ({
    page: n,
    columns: [column],
    top: 72,
    bottom: 770,
    blocks: [block(line(`Text of page ${n}`, { page: n }))],
  }));
  return { ...layoutBefore({ ...bare, pages }), regions, notes: [...notes] };
}

function counted(...notes: ReferencedNote[]) {
  const { layout, noteNumbers } = withCountedNotes(layoutOf(notes));
  const texts = layout.regions.map(({ blocks }) =>
    blocks.flatMap((own) => (own.kind === 'text' ? own.lines.map(textOfLine) : [])),
  );
  return { numbers: noteNumbers, count: layout.notes.length, texts };
}

test('notes that count from 1 are notes', () => {
  const { numbers, count, texts } = counted(note('1'), note('2'), note('3', 1));
  assert.deepEqual([numbers, count], [{ start: 1, isPerPage: false }, 3]);
  assert.deepEqual(texts, [['Text of page 0'], ['Text of page 1']]);
});

test('notes that count from another number, or from 1 on each page, count so in Word', () => {
  assert.deepEqual(counted(note('16'), note('17', 1)).numbers, { start: 16, isPerPage: false });
  const perPage = counted(note('1'), note('2'), note('1', 1), note('2', 1));
  assert.deepEqual([perPage.numbers, perPage.count], [{ start: 1, isPerPage: true }, 4]);
  assert.equal(counted(note('[1]'), note('(2)')).count, 2);
});

test('a note out of the row, or with a sign, is text at the end of its page with its label', () => {
  const { numbers, count, texts } = counted(note('1'), note('5'), note('2', 1), note('*', 1));
  assert.deepEqual([numbers, count], [{ start: 1, isPerPage: false }, 2]);
  assert.deepEqual(texts, [
    ['Text of page 0', '5Note 5'],
    ['Text of page 1', '*Note *'],
  ]);
});

test('a document without notes has nothing to count', () => {
  assert.deepEqual(counted().numbers, { start: 1, isPerPage: false });
});
