// Headings of documents that do not name them: the body is plain text of ten points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeadings, type OutlineItem } from '#conversion/layout/text/headings.ts';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { block, fullLines, line, type Placed } from '../../support/word-pages.ts';

const body = () => block(fullLines(8));
const heading = (text: string, placed: Placed = {}) => block(line(text, placed));

/** The levels that are found; undefined of plain paragraphs. */
function levels(blocks: TextBlock[], outline: OutlineItem[] = [], maker = ''): (number | undefined)[] {
  findHeadings(blocks, plainStyle(10), { outline, maker });
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

test('a style of much of the text is body text', () => {
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

test('an outline whose items are mostly found determines the headings', () => {
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

test('an outline and its page may write a ligature as one letter or as several', () => {
  const outline = ['As a government o\ufb03cial', 'Other fields'].map((title) => ({ title, page: 0, depth: 1 }));
  const blocks = ['As a government official', 'Text.', 'Other \ufb01elds', 'More.'].map((text) => block(line(text)));
  assert.deepEqual(levels(blocks, outline), [1, undefined, 1, undefined]);
});

test('an item of the outline is on its page or a neighbour', () => {
  const at = (page: number) => {
    const blocks = [heading('One'), heading('Two')];
    findHeadings(blocks, plainStyle(10), {
      outline: ['One', 'Two'].map((title) => ({ title, page, depth: 1 })),
      maker: '',
    });
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

test('a page that a browser printed may begin with its second level', () => {
  const sections = (maker: string, first: number) =>
    levels(
      [
        heading('One', { size: first, bold: true }),
        body(),
        heading('Two', { size: 11.7, bold: true }),
        body(),
        heading('Three', { size: first, bold: true }),
        body(),
      ],
      [],
      maker,
    ).filter((own) => own !== undefined);
  assert.deepEqual(sections('HeadlessChrome/156 Skia/PDF m156', 15), [2, 3, 2]);
  assert.deepEqual(sections('', 15), [1, 2, 1]);
  // A style sheet of its own says nothing of levels.
  assert.deepEqual(sections('HeadlessChrome/156 Skia/PDF m156', 17), [1, 2, 1]);
});

test('headings in the size of LaTeX subsections are of the second level, even if the outline begins with them', () => {
  const blocks = () => [
    heading('One', { size: 12, bold: true }),
    body(),
    heading('Two', { size: 10, bold: true }),
    body(),
  ];
  const outline = [
    { title: 'One', page: 0, depth: 1 },
    { title: 'Two', page: 0, depth: 2 },
  ];
  assert.deepEqual(levels(blocks(), [], 'LaTeX via pandoc xdvipdfmx'), [2, undefined, 3, undefined]);
  assert.deepEqual(levels(blocks(), outline, 'LaTeX via pandoc xdvipdfmx'), [2, undefined, 3, undefined]);
  assert.deepEqual(levels(blocks(), outline), [1, undefined, 2, undefined]);
});

test('a browser has no titles: its largest line is the first heading', () => {
  const first = (maker: string) =>
    levels(
      [heading('The harbour', { size: 24 }), body(), heading('What was done', { size: 12 }), body()],
      [],
      maker,
    )[0];
  assert.equal(first('WeasyPrint 57.2'), 1);
  assert.equal(first('Writer'), 0);
});

test('a large heading in capitals is of the same level as the others of its size', () => {
  const found = levels([
    body(),
    heading('THE HARBOUR', { size: 16 }),
    body(),
    heading('The town', { size: 16 }),
    body(),
    heading('The market', { size: 13 }),
    body(),
  ]);
  assert.deepEqual([found[1], found[3], found[5]], [1, 1, 2]);
});

test('headings that a browser prints are headings at any place: in cells, after each other, with a small letter first', () => {
  const found = (maker: string) => {
    const title = [
      heading('The harbour', { size: 20, bold: true }),
      heading('on the future', { size: 20, bold: true }),
      heading('Of all ships', { size: 20, bold: true }),
    ];
    const blocks = [...title, body(), heading('What was done', { size: 15, bold: true }), body()];
    findHeadings(blocks, plainStyle(10), { outline: [], maker }, new Set(title));
    return blocks.map(({ role }) => role?.heading);
  };
  assert.deepEqual(found('wkhtmltopdf 0.12.6 Qt 4.8.7'), [1, 1, 1, undefined, 2, undefined]);
  assert.deepEqual(found(''), [undefined, undefined, undefined, undefined, 1, undefined]);
});

test('bold lines with a table between them are no row of lines', () => {
  const cell = heading('12 of March', {});
  const rows = (between: TextBlock[]) => {
    const blocks = [
      body(),
      heading('The harbour', { bold: true }),
      ...between,
      heading('The town', { bold: true }),
      ...between.map(() => heading('7 of May')),
      heading('The market', { bold: true }),
      body(),
    ];
    findHeadings(blocks, plainStyle(10), { outline: [], maker: '' }, new Set(between));
    return blocks.filter(({ role }) => role?.heading !== undefined).length;
  };
  assert.equal(rows([cell]), 3);
  assert.equal(rows([]), 0);
});

test('a caption is no heading, however it is set', () => {
  assert.equal(level('Table 1: What it cost', { bold: true }), undefined);
  assert.equal(level('Table of contents', { bold: true }), 1);
});

test('if there are more styles than levels, styles that occur once share the level of the next one', () => {
  const sizes = [30, 28, 26, 24, 22, 20, 18, 16];
  // Two of the largest, and of the three smallest ones.
  const often = new Set([30, 20, 18, 16]);
  const blocks = sizes.flatMap((size) =>
    Array.from({ length: often.has(size) ? 2 : 1 }, () => [heading('The harbour', { size }), body()]).flat(),
  );
  const found = levels(blocks).filter((own) => own !== undefined);
  assert.deepEqual(found, [1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4]);
});
