// The labels of lists and headings are those that the page shows, whether Word counts them or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Numberings } from '#conversion/word/compose/lists.ts';
import { keepPrintedLabels } from '#conversion/word/compose/printed-labels.ts';
import { WordNumbers } from '#conversion/word/compose/word-numbers.ts';
import { type Block, type ListFormat, type Paragraph, plainParagraph, textOf } from '#conversion/word/docx-model.ts';
import type { LabelKind, TextRole } from '#conversion/layout/layout-blocks.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { sectionOf } from '../../support/word-documents.ts';
import { block, line } from '../../support/word-pages.ts';

type Item = [label: string, level: number, list?: number];

/** The paragraphs of items, as the composition makes them. */
function composed(items: readonly Item[], roleOf?: (label: string, level: number) => TextRole): Paragraph[] {
  const blocks = items.map(([label, level, list = 1]) => ({
    ...block(line(`${label}\ttext`, { left: 72 + level * 20 })),
    role: roleOf?.(label, level) ?? { item: { label, level, list } },
  }));
  const numberings = new Numberings(blocks);
  return blocks.map((own) => ({
    ...plainParagraph([{ text: 'text', style: plainStyle(10) }]),
    list: numberings.itemOf(own),
  }));
}

/** Word's label of each text: the one that it counts, or the typed one with a "=" before it. */
function shown(paragraphs: Paragraph[], blocks: Block[] = paragraphs): string[] {
  keepPrintedLabels([sectionOf(blocks)]);
  const numbers = new WordNumbers();
  return paragraphs.map((paragraph) => {
    const { list: item } = paragraph;
    if (item === undefined) return `=${textOf(paragraph).replace(/\s*text$/, '')}`;
    const label = numbers.labelOf(item.list, item.level, item.format);
    numbers.count(item.list, item.level, item.format);
    return label ?? '?';
  });
}

const patterns = (paragraphs: readonly Paragraph[]) => paragraphs.map(({ list }) => list?.format.text);

test('numbers of several parts keep all of them, however few levels the list has', () => {
  const items: Item[] = [
    ['1.1.1', 0],
    ['1.1.2', 0],
    ['1.2.1', 0],
    ['2.1.1', 0],
  ];
  const paragraphs = composed(items);
  assert.deepEqual(shown(paragraphs), ['1.1.1', '1.1.2', '1.2.1', '2.1.1']);
  assert.deepEqual(patterns(paragraphs), ['1.1.%1', '1.1.%1', '1.2.%1', '2.1.%1']);
});

test('parts that shallower levels count are counted', () => {
  const items: Item[] = [
    ['1.', 0],
    ['1.1.', 1],
    ['1.2.', 1],
    ['2.', 0],
    ['2.1.', 1],
    ['3.1.', 1],
  ];
  const paragraphs = composed(items);
  assert.deepEqual(shown(paragraphs), ['1.', '1.1.', '1.2.', '2.', '2.1.', '3.1.']);
  assert.deepEqual(patterns(paragraphs), ['%1.', '%1.%2.', '%1.%2.', '%1.', '%1.%2.', '3.%2.']);
  const lists = paragraphs.map(({ list }) => list?.list);
  assert.equal(new Set(lists.slice(0, 5)).size, 1);
  assert.notEqual(lists[5], lists[0]);
});

test('chapters that end in nought, letters, numerals and noughts before numbers are as they are printed', () => {
  for (const labels of [
    ['1.0', '2.0', '3.0'],
    ['01.', '02.', '10.', '11.'],
    ['1.08', '1.09', '1.10'],
    ['a)', 'b)', 'd)'],
    ['(ix)', '(x)', '(xi)'],
    ['H.', 'I.', 'J.'],
    ['Article 1.', 'Article 2.'],
    ['Step 1 of 3', 'Step 2 of 3'],
    ['•', '–', '•'],
    ['1.', '3.', '2.'],
  ])
    assert.deepEqual(
      shown(composed(labels.map((label): Item => [label, 0]))).map((label) => label.replace(/^=/, '')),
      labels,
    );
});

test('a level begins again below the next number of a shallower one only where the page does', () => {
  const again: Item[] = [
    ['1.', 0],
    ['a)', 1],
    ['b)', 1],
    ['2.', 0],
    ['a)', 1],
  ];
  const paragraphs = composed(again);
  assert.deepEqual(shown(paragraphs), ['1.', 'a)', 'b)', '2.', 'a)']);
  assert.equal(new Set(paragraphs.map(({ list }) => list?.list)).size, 1);
  const on: Item[] = [...again.slice(0, 4), ['c)', 1], ['a)', 1], ['3.', 0], ['a)', 1]];
  assert.deepEqual(shown(composed(on)), ['1.', 'a)', 'b)', '2.', 'c)', 'a)', '3.', 'a)']);
});

test('a label that no numbering of Word has is text with the indents of the item, and the others count on', () => {
  const items: Item[] = [
    ['1.', 0],
    ['Note:', 0],
    ['2.', 0],
  ];
  const paragraphs = composed(items);
  const [, note] = paragraphs;
  const indents = { ...note?.list?.format };
  assert.deepEqual(shown(paragraphs), ['1.', '=Note:', '2.']);
  assert.equal(note?.list, undefined);
  assert.equal(note?.runs[0]?.text, 'Note:\t');
  assert.deepEqual(
    [note.indentLeft, note.indentFirst],
    [indents.textIndent, (indents.labelIndent ?? 0) - (indents.textIndent ?? 0)],
  );
});

test('headings share one numbering, and a number that it does not come to is text', () => {
  const items: Item[] = [
    ['1', 0],
    ['1.1', 1],
    ['1.02', 1],
    ['1.2', 1],
    ['2', 0],
  ];
  const paragraphs = composed(items, (label, level) => ({ heading: level + 1, number: { label, level } }));
  assert.deepEqual(shown(paragraphs), ['1', '1.1', '=1.02', '1.2', '2']);
});

test('numbers that Word counts in another order than the page has them are text', () => {
  const [one, two, three] = composed([
    ['1.', 0],
    ['2.', 0],
    ['3.', 0],
  ]) as [Paragraph, Paragraph, Paragraph];
  assert.deepEqual(shown([two, one, three]), ['2.', '=1.', '3.']);
});

test('a number in a frame is text if its list is outside, as programs order frames differently', () => {
  const [one, two, three] = composed([
    ['1.', 0],
    ['2.', 0],
    ['3.', 0],
  ]) as [Paragraph, Paragraph, Paragraph];
  three.textFrame = { left: 0, top: 0, width: 100 };
  assert.deepEqual(shown([one, two, three]), ['1.', '2.', '=3.']);
});

test('Word counts letters, numerals and noughts so', () => {
  const labelAt = (kind: LabelKind, start: number, text = '%1') =>
    new WordNumbers().labelOf(1, 0, { kind, text, start, labelIndent: 0, textIndent: 0 } satisfies ListFormat);
  assert.deepEqual(
    [26, 27, 53].map((number) => labelAt('lowerLetter', number)),
    ['z', 'aa', 'aaa'],
  );
  assert.deepEqual(
    [4, 9, 14, 49, 90, 1999].map((number) => labelAt('upperRoman', number)),
    ['IV', 'IX', 'XIV', 'XLIX', 'XC', 'MCMXCIX'],
  );
  assert.deepEqual(
    [9, 10].map((number) => labelAt('decimalZero', number, '§ %1')),
    ['§ 09', '§ 10'],
  );
  assert.equal(labelAt('decimal', 40_000), undefined);
});

test('a level that was left out has no certain number', () => {
  const numbers = new WordNumbers();
  const format: ListFormat = { kind: 'decimal', text: '%1.%2', start: 1, labelIndent: 0, textIndent: 0 };
  assert.equal(numbers.labelOf(1, 1, format), undefined);
  numbers.count(1, 1, { ...format, text: '%2' });
  assert.equal(numbers.labelOf(1, 0, { ...format, text: '%1' }), undefined);
});

test('text that continues below its label has no tab after the label, and all items of a level have the same gap', () => {
  const gaps = (texts: readonly (readonly [first: string, left: number])[]) => {
    const blocks = texts.map(([text, left], n) => ({
      ...block([line(text, { left }), line('and more of it', { left: 82, baseline: 112 })]),
      role: { item: { label: `(${n + 1})`, level: 0, list: 1 } },
    }));
    const numberings = new Numberings(blocks);
    return blocks.map((own) => numberings.itemOf(own)?.format.isNear === true);
  };
  assert.deepEqual(gaps([['(1)\tone', 92]]), [true]);
  assert.deepEqual(gaps([['(1)\tone', 72]]), [false]);
  const items = [
    ['(1)\tone', 92],
    ['(2)\ttwo', 92],
    ['(3)\tthree', 72],
  ] as const;
  assert.deepEqual(gaps(items), [true, true, true]);
});
