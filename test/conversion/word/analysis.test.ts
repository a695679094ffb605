// All stages of the layout analysis on one document without tags.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyParagraphs } from '#conversion/layout/document-layout.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { analyseForWord, bare, fullText, letters, page } from '../../support/word-pages.ts';

/** Full lines that no two pages share. */
const text = (first: string, from: number, count: number): Glyph[] =>
  Array.from({ length: count }, (_, n) =>
    letters(fullText.replaceAll('a', first).replaceAll('b', 'klmnopqrstuvw'[n % 13] ?? 'x'), {
      right: 472,
      baseline: from + n * 12,
    }),
  ).flat();

const report = () =>
  analyseForWord({
    pages: [
      page(0, [
        ...letters('Yearly report', { baseline: 50 }),
        ...letters('The harbour', { baseline: 150, size: 16, bold: true }),
        ...text('c', 180, 20),
        ...letters('1.\tThe basin was dredged', { baseline: 450 }),
        ...letters('2.\tTwo cranes were bought', { baseline: 470 }),
        ...text('d', 500, 16),
        ...letters('as the board says^1 in its report to all who want to have it read and who pay', {
          right: 472,
          baseline: 692,
        }),
      ]),
      page(1, [...letters('Yearly report', { baseline: 50 }), ...text('e', 150, 40)]),
      page(2, [
        ...letters('Yearly report', { baseline: 50 }),
        ...text('f', 150, 30),
        ...letters('The end', { baseline: 522 }),
        ...letters('as the board says^1 in its report', { baseline: 550 }),
        ...letters('1 The figures are those of the board', { baseline: 700, size: 8 }),
      ]),
    ],
    ...bare,
  });

test('a report without tags has its heading, its list, its header and its footnote', () => {
  const layout = report();
  const paragraphs = bodyParagraphs(layout);
  const first = (own: (typeof paragraphs)[number] | undefined) => textOfLine(own?.lines[0] ?? { glyphs: [] });
  assert.deepEqual(paragraphs.filter(({ role }) => role?.heading !== undefined).map(first), ['The harbour']);
  assert.deepEqual(
    paragraphs.flatMap(({ role }) => role?.item?.label ?? []),
    ['1.', '2.'],
  );
  assert.deepEqual(
    layout.furniture.headers.map((pieces) => pieces.map(textOfLine).join('')),
    ['Yearly report', 'Yearly report', 'Yearly report'],
  );
  assert.ok(paragraphs.every((own) => !first(own).includes('Yearly')));
  assert.deepEqual(
    layout.notes.map(({ lines }) => lines.map(textOfLine).join(' ').trim()),
    ['The figures are those of the board'],
  );
});

test('a paragraph over several pages is one', () => {
  const over = bodyParagraphs(report()).filter(({ lines }) => new Set(lines.map(({ page: own }) => own)).size > 1);
  assert.equal(over.length, 1);
  assert.deepEqual([...new Set(over[0]?.lines.map(({ page: own }) => own))], [0, 1, 2]);
});

test('columns continue over a picture behind them', () => {
  const side = (left: number) =>
    Array.from({ length: 24 }, (_, n) =>
      letters('abcd abcd abcd abcd abcd abcd', { left, right: left + 185, baseline: 100 + n * 12 + left / 100 }),
    ).flat();
  const picture = { left: 150, right: 400, top: 180, bottom: 300, mcid: -1, isArtifact: false, width: 10, height: 10 };
  const { regions } = analyseForWord({
    pages: [page(0, [...side(72), ...side(287)], { pictures: [{ ...picture, data: () => Promise.resolve(null) }] })],
    ...bare,
  });
  assert.deepEqual(
    regions.map(({ columns }) => columns.length),
    [2],
  );
});
