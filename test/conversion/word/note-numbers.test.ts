// Footnotes keep the numbers that are printed: Word numbers those that it would number alike, and the others are text.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withZip } from '#conversion/zip/reader.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { labelOf, withCountedNotes } from '#conversion/word/compose/note-numbers.ts';
import { type DocumentLayout, layoutBefore, type ReferencedNote } from '#conversion/layout/document-layout.ts';
import { lineOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import { analyseForWord, bare, block, column, fullLines, letters, line, page, rule } from '../../support/word-pages.ts';

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
  const signed = layout.notes.filter(({ isSigned }) => isSigned === true).map(labelOf);
  return { numbers: noteNumbers, count: layout.notes.length, signed, texts };
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

test('notes out of the row and those with a sign show their own labels, and do not count', () => {
  const { numbers, signed, texts } = counted(note('1'), note('5'), note('12'), note('2', 1), note('*', 1));
  assert.deepEqual([numbers, signed], [{ start: 1, isPerPage: false }, ['5', '*']]);
  // LibreOffice shows longer ones twice: they stay text.
  assert.deepEqual(texts, [['Text of page 0', '12Note 12'], ['Text of page 1']]);
});

test('a document without notes has nothing to count', () => {
  assert.deepEqual(counted().numbers, { start: 1, isPerPage: false });
});

test('a note with a sign of a title over columns is text, as word processors set it below the title', () => {
  const starred = note('*');
  const layout = layoutOf([starred]);
  const [first] = layout.regions;
  assert.ok(first !== undefined);
  const title = { ...line('Title'), glyphs: [...letters('Title'), ...starred.reference] };
  const half = { left: 72, right: 290 };
  const regions = [
    { ...first, blocks: [block(title)] },
    { ...first, columns: [half, { left: 310, right: 523 }], blocks: [block(line('Text in columns'))] },
  ];
  assert.equal(withCountedNotes({ ...layout, regions }).layout.notes.length, 0);
  const inColumns = regions.map((region) => ({ ...region, columns: [half, half] }));
  assert.equal(withCountedNotes({ ...layout, regions: inColumns }).layout.notes.length, 1);
});

test('a footnote with a sign is a footnote of Word with that sign', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'notes-'));
  const path = join(directory, 'out.docx');
  const glyphs = [
    ...fullLines(20, { baseline: 100 }).flatMap((own) => own.glyphs),
    ...letters('The end of the text^\u2020', { baseline: 400 }),
    ...letters('\u2020 What is said of it', { baseline: 700, size: 8 }),
  ];
  const layout = analyseForWord({
    pages: [{ ...page(0, glyphs), rules: [rule('horizontal', 72, 685, 172, 685.5)] }],
    ...bare,
  });
  const document = composeDocument(layout);
  await writeDocx(document, createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  assert.deepEqual(document.lost, []);
  const [body, notes] =
    (await withZip(
      path,
      async (zip) =>
        await Promise.all(
          ['document', 'footnotes'].map(async (name) => String(await zip.readWhole(`word/${name}.xml`, 1 << 20))),
        ),
    )) ?? [];
  assert.match(
    body ?? '',
    /<w:footnoteReference w:customMarkFollows="1" w:id="2"\/><w:t xml:space="preserve">\u2020<\/w:t>/,
  );
  assert.match(notes ?? '', /\u2020<\/w:t>.*What is said of it/);
  assert.doesNotMatch(notes ?? '', /footnoteRef\/>/);
  await rm(directory, { recursive: true });
});

test('notes are as far apart as they were', () => {
  const at = (label: string, baseline: number): ReferencedNote => ({
    lines: [line(`Note ${label}`, { baseline, size: 8 })],
    reference: letters(label, { size: 6, left: 100 + Number(label) * 10 }),
  });
  const notes = [at('1', 700), at('2', 710), at('3', 740)];
  const layout = layoutOf(notes);
  const text = lineOf([...letters('Text'), ...notes.flatMap(({ reference }) => reference)], 0);
  layout.regions[0]!.blocks = [block(text)];
  const paragraphs = composeDocument(layout).sections.flatMap(({ blocks }) => blocks);
  const runs = paragraphs.flatMap((own) => (own.kind === 'paragraph' ? own.runs : []));
  const spaces = runs.flatMap((run) => run.note?.paragraphs[0]?.spaceBefore ?? []);
  assert.deepEqual(
    spaces.map((space) => space > 15),
    [false, false, true],
  );
});
