// Contents pages are fields with their entries as the page shows them: levels, links to the headings, numbers of pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import { contentsFieldsOf } from '#conversion/word/docx/contents.ts';
import { paragraphsOfDocument } from '#conversion/word/docx-paragraphs.ts';
import { textOf } from '#conversion/word/docx-model.ts';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { findContents } from '#conversion/layout/blocks/contents.ts';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import { bare, block, column, letters, line, page } from '../../support/word-pages.ts';

/** A title, dots, and a number at the right edge. */
function entry(title: string, number: string, { left = 72, baseline = 100, leader = true } = {}): TextBlock {
  const name = letters(title, { left, baseline });
  const [begin, end] = [left + title.length * 5, column.right - number.length * 5];
  const dots = leader
    ? letters('.'.repeat(20), { left: begin, right: end, baseline })
    : letters('\t', { left: begin, right: end, baseline });
  return block(lineOf([...name, ...dots, ...letters(number, { left: end, baseline })], 0));
}

const heading = (text: string, level: number, baseline: number): TextBlock => ({
  ...block(line(text, { page: 1, baseline, bold: true })),
  role: { heading: level },
});

function layoutOf(blocks: TextBlock[]): DocumentLayout {
  const pages = [page(0, []), page(1, [])];
  const own = [0, 1].map((n) => ({
    page: n,
    columns: [column],
    top: 72,
    bottom: 770,
    blocks: blocks.filter(({ lines }) => lines[0]?.page === n),
  }));
  return { ...layoutBefore({ ...bare, pages }), regions: own };
}

const found = (blocks: TextBlock[]) => {
  const layout = layoutOf(blocks);
  findContents(layout);
  return layout;
};
const levels = (blocks: readonly TextBlock[]) => blocks.map(({ role }) => role?.contents?.level);

const headings = [
  heading('1 The harbour', 1, 100),
  heading('1.1 What was done', 2, 200),
  heading('2 The cranes', 1, 300),
];
const entries = () => [
  entry('1 The harbour', '3', { baseline: 100 }),
  entry('1.1 What was done', '4', { left: 90, baseline: 114 }),
  entry('2 The cranes', '12', { baseline: 128 }),
];

test('entries that name headings are a field, each with its level and a link to its heading', () => {
  const own = entries();
  const layout = found([block(line('What follows', { baseline: 80 })), ...own, ...headings]);
  assert.deepEqual(levels(own), [1, 2, 1]);
  const document = composeDocument(layout);
  const paragraphs = paragraphsOfDocument(document);
  const listed = paragraphs.filter(({ contents }) => contents !== undefined);
  assert.deepEqual(listed.map(textOf), ['1 The harbour\t3', '1.1 What was done\t4', '2 The cranes\t12']);
  const anchors = listed.map(({ runs }) => runs.map(({ link }) => link)[0]);
  assert.equal(new Set(anchors).size, 3);
  const marked = paragraphs.filter(({ bookmark }) => bookmark !== undefined);
  assert.deepEqual(
    marked.map((paragraph) => [`#${paragraph.bookmark}`, paragraph.heading]),
    anchors.map((anchor, n) => [anchor, [1, 2, 1][n]]),
  );
  const fields = contentsFieldsOf(document);
  const [first = ['', ''], , last = ['', '']] = listed.map(fields.around);
  assert.match(first[0], /fldCharType="begin".*TOC \\o &quot;1-3&quot; \\h \\z \\u .*fldCharType="separate"/);
  assert.equal(first[1], '');
  assert.match(last[1], /fldCharType="end"/);
  assert.match(fields.styles, /w:styleId="TOC1"[\s\S]*w:styleId="TOC2"/);
});

test('the paragraphs that entries name are headings of their level, so that Word can update the field', () => {
  const named = (text: string, baseline: number, role: TextBlock['role'] = { isPlain: true }): TextBlock => ({
    ...block(line(text, { page: 1, baseline })),
    role,
  });
  const numbered = { item: { kind: 'decimal', label: '2', level: 0 } } as unknown as TextBlock['role'];
  const text = [
    named('The harbour', 100),
    named('What was done', 200),
    named('2 The cranes', 300, numbered),
    named('The cranes were sold.', 320),
  ];
  found([block(line('Contents', { baseline: 80 })), ...entries(), ...text]);
  assert.deepEqual(
    text.map(({ role }) => role?.heading),
    [1, 2, 1, undefined],
  );
  assert.equal(text[2]?.role?.item, undefined);
  // Headings below a title have their chapters on its next level.
  const below = [named('1.1 What was done', 200), heading('1 The harbour', 2, 100), heading('2 The cranes', 2, 300)];
  found([block(line('Contents', { baseline: 80 })), ...entries(), ...below]);
  assert.equal(below[0]?.role?.heading, 3);
});

test('in columns the entries have their styles and links, and no field, which would go over all columns', () => {
  const document = composeDocument(found([...entries(), ...headings]));
  for (const section of document.sections) section.columns = [180, 180];
  const fields = contentsFieldsOf(document);
  for (const paragraph of paragraphsOfDocument(document)) assert.deepEqual(fields.around(paragraph), ['', '']);
  assert.match(fields.styles, /w:styleId="TOC2"/);
});

test('a line numbered like a list, or bold like a heading, is an entry all the same', () => {
  const own = entries();
  own[0]!.role = { heading: 1 };
  own[2]!.role = { item: { label: '2', level: 0, list: 1 } };
  found([...own, ...headings]);
  assert.deepEqual(levels(own), [1, 2, 1]);
  assert.equal(own[0]?.role?.heading, undefined);
  assert.equal(own[2]?.role?.item, undefined);
});

test('rows of names and numbers are no contents: nothing is named, or the numbers go up and down', () => {
  const rows = ['Copper', 'Iron', 'Zinc'].map((name, n) => entry(name, String(n + 1), { baseline: 100 + n * 14 }));
  found([...rows, ...headings]);
  assert.deepEqual(levels(rows), [undefined, undefined, undefined]);
  const back = [
    entry('1 The harbour', '12', { baseline: 100 }),
    entry('1.1 What was done', '4', { left: 90, baseline: 114 }),
    entry('2 The cranes', '3', { baseline: 128 }),
  ];
  found([...back, ...headings]);
  assert.deepEqual(levels(back), [undefined, undefined, undefined]);
});

test('under the word for it they are, and roman numbers come before the others', () => {
  const rows = [
    entry('Preface', 'iv', { baseline: 100, leader: false }),
    entry('Copper', '2', { baseline: 114, leader: false }),
    entry('Iron', '9', { baseline: 128, leader: false }),
  ];
  found([block(line('Inhaltsverzeichnis', { baseline: 80 })), ...rows]);
  assert.deepEqual(levels(rows), [1, 1, 1]);
});

test('pages may be numbered by chapter', () => {
  const numbers = ['iv', '1-1', '1-12', '2-1', 'A-1'];
  const rows = numbers.map((number, n) => entry('Some title', number, { baseline: 100 + n * 14 }));
  found([block(line('Table of Contents', { baseline: 80 })), ...rows]);
  assert.deepEqual(levels(rows), [1, 1, 1, 1, 1]);
});

test('the first line of a long title is between entries', () => {
  const [first, second, third] = entries();
  const between = block(line('A long title whose end', { baseline: 107 }));
  found([first!, between, second!, third!, ...headings]);
  assert.deepEqual(levels([first!, between, second!, third!]), [1, undefined, 2, 1]);
});

test('lists of figures list captions with their word', () => {
  const rows = [1, 2, 3].map((n) => entry(`Figure ${n}: A crane`, String(n + 4), { baseline: 100 + n * 14 }));
  const captions = [1, 2, 3].map((n) => block(line(`Figure ${n}: A crane`, { page: 1, baseline: n * 100 })));
  const layout = found([...rows, ...captions]);
  assert.deepEqual(
    rows.map(({ role }) => role?.contents),
    rows.map(() => ({ field: 1, level: 1, caption: 'Figure' })),
  );
  const document = composeDocument(layout);
  const listed = paragraphsOfDocument(document).filter(({ contents }) => contents !== undefined);
  assert.match(contentsFieldsOf(document).around(listed[0]!)[0], / TOC \\h \\z \\c &quot;Figure&quot; /);
});

test('dots that tags leave out lead to the numbers of the pages', () => {
  const tabbed = [
    entry('1 The harbour', '3', { leader: false }),
    entry('1.1 What was done', '4', { baseline: 114, leader: false }),
  ];
  const last = entry('2 The cranes', '12', { baseline: 128, leader: false });
  const layout = layoutOf([...tabbed, last, ...headings]);
  const dots = [100, 114].flatMap((baseline) =>
    letters('.'.repeat(20), { left: 250, right: 450, baseline }).map((glyph) => ({ ...glyph, isArtifact: true })),
  );
  layout.pages[0]!.letters = dots;
  findContents(layout);
  assert.deepEqual(
    [...tabbed, last].map(({ role }) => role?.contents?.isDotted),
    [true, true, undefined],
  );
  const leaders = paragraphsOfDocument(composeDocument(layout)).map(({ tabs }) => tabs?.at(-1)?.leader);
  assert.deepEqual(leaders.slice(0, 3), ['dot', 'dot', undefined]);
});
