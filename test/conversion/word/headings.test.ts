// Headings of documents that do not name them: the body is plain text of ten points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeadings, type OutlineItem } from '#conversion/word/text/headings.ts';
import type { TextBlock } from '#conversion/word/layout-blocks.ts';
import { plainStyle } from '#conversion/word/text/style.ts';
import { block, fullLines, line, type Placed } from '../../support/word-pages.ts';

const body = () => block(fullLines(8));
const heading = (text: string, placed: Placed = {}) => block(line(text, placed));

/** The levels that are found; undefined of plain paragraphs. */
function levels(blocks: TextBlock[], outline: OutlineItem[] = []): (number | undefined)[] {
  findHeadings(blocks, plainStyle(10), outline);
  return blocks.map(({ role }) => role?.heading);
}
/** The level of one line between paragraphs. */
const level = (text: string, placed: Placed = {}) => levels([body(), heading(text, placed), body()])[1];

test('a line in a clearly larger size is a heading', () => {
  assert.equal(level('The harbour', { size: 11.9 }), 1);
  assert.equal(level('The harbour', { size: 11.7 }), undefined);
});

test('a bold line is a heading, unless it is small', () => {
  assert.equal(level('The harbour', { bold: true }), 1);
  assert.equal(level('The harbour', { size: 9.3, bold: true }), 1);
  assert.equal(level('The harbour', { size: 9.1, bold: true }), undefined);
});

test('a line with a bold word is none', () => {
  const mixed = heading('The harbour of old', { bold: true });
  for (const glyph of mixed.lines[0]?.glyphs.slice(-3) ?? []) glyph.style = plainStyle(10);
  assert.equal(levels([body(), mixed, body()])[1], undefined);
});

test('at the end of a document a bold line has to be larger to be a heading', () => {
  const last = (size: number) => levels([body(), heading('The harbour', { size, bold: true })])[1];
  assert.equal(last(10.7), 1);
  assert.equal(last(10.5), undefined);
});

test('a heading is short', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'Abcd').join(' ');
  assert.equal(level(words(18), { size: 14 }), 1);
  assert.equal(level(words(19), { size: 14 }), undefined);
  const ofLines = (count: number) =>
    levels([
      body(),
      block(Array.from({ length: count }, (_, n) => line('Abcd', { size: 14, baseline: 100 + n * 16 }))),
      body(),
    ])[1];
  assert.equal(ofLines(3), 1);
  assert.equal(ofLines(4), undefined);
});

test('sentences, labels of forms and lines that begin small are no headings', () => {
  assert.equal(level('The harbour was dredged.', { bold: true }), undefined);
  assert.equal(level('Name:', { bold: true }), undefined);
  assert.equal(level('Name:', { size: 11.9, bold: true }), 1);
  assert.equal(level('Name ______', { bold: true }), undefined);
  assert.equal(level('and the harbour', { bold: true }), undefined);
});

test('larger headings are higher than smaller ones, bold ones than plain ones', () => {
  const found = levels([
    body(),
    heading('One', { size: 16 }),
    body(),
    heading('Three', { size: 13 }),
    body(),
    heading('Two', { size: 13, bold: true }),
    body(),
  ]);
  assert.deepEqual(found, [undefined, 1, undefined, 3, undefined, 2, undefined]);
});

test('the number of a heading puts it deeper', () => {
  const found = levels([
    body(),
    heading('1.1\tOne', { bold: true }),
    body(),
    heading('1.1.1\tTwo', { bold: true }),
    body(),
  ]);
  assert.deepEqual([found[1], found[3]], [2, 3]);
});

test('the first line of a document in a much larger size is its title', () => {
  const first = (size: number) =>
    levels([heading('The harbour', { size }), body(), heading('What was done', { size: 12 }), body()])[0];
  assert.equal(first(13.6), 0);
  assert.equal(first(13.4), 1);
});

test('bold lines right after each other are a list of lines', () => {
  const row = (count: number) =>
    levels([body(), ...Array.from({ length: count }, () => heading('Abcd', { bold: true })), body()])[1];
  assert.equal(row(2), 1);
  assert.equal(row(3), undefined);
});

test('what makes up much of the text is text', () => {
  const share = (paragraphs: number) => {
    const bold = Array.from({ length: 3 }, () => [
      heading('A heading of sixty letters, the same each time, for the share', { bold: true }),
      block(fullLines(paragraphs)),
    ]);
    return levels(bold.flat())[0];
  };
  // 189 letters of headings: with 3 × 2 lines of 79 letters more than a fifth, with 3 × 4 less.
  assert.equal(share(4), 1);
  assert.equal(share(2), undefined);
});

test('an outline whose items are mostly found says what headings are', () => {
  const item = (title: string, depth: number): OutlineItem => ({ title, page: 0, depth });
  const found = (titles: string[]) =>
    levels(
      [
        heading('1 One'),
        body(),
        heading('Two'),
        body(),
        heading('Three'),
        body(),
        heading('Bold', { bold: true }),
        body(),
      ],
      titles.map((title, n) => item(title, n + 1)),
    );
  assert.deepEqual(
    found(['One', 'Two', 'Three', 'Four', 'Five']).filter((own) => own !== undefined),
    [1, 2, 3],
  );
  assert.equal(found(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])[6], 1);
});

test('an item of the outline is on its page or a neighbour', () => {
  const at = (page: number) => {
    const blocks = [heading('One'), heading('Two')];
    findHeadings(
      blocks,
      plainStyle(10),
      ['One', 'Two'].map((title) => ({ title, page, depth: 1 })),
    );
    return blocks[0]?.role?.heading;
  };
  assert.equal(at(1), 1);
  assert.equal(at(2), undefined);
});

test('a bold line before bold text is bold text', () => {
  const after = (placed: Placed) =>
    levels([body(), heading('The harbour', { bold: true }), heading('of the north', placed), body()])[1];
  assert.equal(after({ bold: true }), undefined);
  assert.equal(after({}), 1);
});

test('"2.0" is the second chapter, "2.1" a part of it', () => {
  const numbers = ['1.0 Harbour', '1.1 Basin', '2.0 Fleet'];
  const found = levels(numbers.flatMap((text) => [heading(text, { bold: true }), body()]));
  assert.deepEqual(
    found.filter((own) => own !== undefined),
    [1, 2, 1],
  );
});
