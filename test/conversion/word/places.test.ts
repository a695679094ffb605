// Positions in the document: line heights, margins, indents, tables, headers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionsOf } from '#conversion/word/compose/flow.ts';
import { raiseHeaders } from '#conversion/word/compose/headers-footers.ts';
import { verticalLimits } from '#conversion/word/compose/margins.ts';
import { type Composition, paragraphOf } from '#conversion/word/compose/paragraph.ts';
import { setSpacing } from '#conversion/word/compose/line-boxes.ts';
import { plainParagraph } from '#conversion/word/docx-model.ts';
import { blockXml, type Context } from '#conversion/word/docx/blocks.ts';
import { PartReferences } from '#conversion/word/docx/part-references.ts';
import { runsXml } from '#conversion/word/docx/runs.ts';
import type { LayoutBlock, Region, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { runsOf } from '#conversion/word/compose/runs.ts';
import { block, column, fullLines, letters, line, page } from '../../support/word-pages.ts';

const vocabulary = { words: new Set(['implemented']), hyphenates: true };
const composition: Composition = {
  vocabulary,
  typical: 'left',
  targets: { bookmark: () => undefined },
  notes: new Map(),
  listItem: () => undefined,
  bookmarkAt: () => undefined,
  isBeside: () => false,
  shadingOf: () => undefined,
  isTypeset: false,
  lost: [],
  ruleUnder: () => undefined,
};

const region = (index: number, blocks: LayoutBlock[]): Region => ({
  page: index,
  columns: [{ left: column.left, right: column.right }],
  top: column.top,
  bottom: column.bottom,
  blocks,
});

const spacingOf = (lines: ReturnType<typeof fullLines>, from: number) => {
  const paragraph = plainParagraph([]);
  const end = setSpacing(paragraph, lines, from);
  return { ...paragraph.lineSpacing, spaceBefore: paragraph.spaceBefore, end };
};

const context: Context = {
  references: new PartReferences(),
  contents: { around: () => ['', ''], styles: '' },
  styles: { bodyStyle: plainStyle(10), headings: new Map(), levels: new Map() },
  bookmarks: { next: 1 },
  indentsTablesByText: false,
};

/** The same lines in another family. */
const inFamily = (lines: ReturnType<typeof fullLines>, font: string) => {
  for (const { glyphs } of lines) for (const glyph of glyphs) glyph.style = { ...glyph.style, font };
  return lines;
};

test('lines closer than the line height of their font are a share of it, so that larger letters have room', () => {
  const { height, isExact, times, end } = spacingOf(fullLines(3, { baseline: 200, leading: 11 }), 180);
  assert.deepEqual({ isExact, times }, { isExact: false, times: 0.96 });
  assert.ok(height !== undefined && Math.abs(height - 11) < 0.1);
  // The space before the next paragraph makes up for whole percents.
  const below = end - (222 + (height - 11) * 2);
  assert.ok(below > 1.5 && below < 3);
  const paragraph = { ...plainParagraph([]), lineSpacing: { height, isExact: false, times: 0.96 } };
  assert.match(blockXml(paragraph, context), /w:line="231" w:lineRule="auto"/);
});

test('lines that are closer than a font asks for that may be missing are exactly as high as they were', () => {
  const { height, isExact, spaceBefore, end } = spacingOf(
    inFamily(fullLines(3, { baseline: 200, leading: 11 }), 'Some Family'),
    180,
  );
  assert.deepEqual({ height, isExact }, { height: 11, isExact: true });
  // A fifth of the height is below the baseline.
  assert.ok(Math.abs(180 + spaceBefore + 11 * 0.8 - 200) < 0.01);
  assert.ok(Math.abs(end - (222 + 2.2)) < 0.01);
});

test('lines with room for their font grow with it', () => {
  const { isExact, height } = spacingOf(fullLines(3, { baseline: 200, leading: 14 }), 180);
  assert.deepEqual({ height, isExact }, { height: 14, isExact: false });
});

test('the distance of lines is the mean of them all, so that differences do not add up', () => {
  const lines = [200, 211.9, 223.8, 236, 248].map((baseline) => fullLines(1, { baseline })[0]!);
  assert.equal(spacingOf(lines, 180).height, 12);
});

test('the margin above is where most pages begin, not where a single one does', () => {
  const begins = (index: number, baseline: number) =>
    region(index, [block(fullLines(3, { baseline, leading: 12, page: index }))]);
  const pages = [0, 1, 2, 3].map((index) => page(index, []));
  const limits = verticalLimits([begins(0, 98), begins(1, 100), begins(2, 100), begins(3, 100)], [], pages);
  const alone = verticalLimits([begins(1, 100)], [], pages);
  assert.equal(limits.get('595x842')?.top, alone.get('595x842')?.top);
  const high = verticalLimits([begins(0, 60), begins(1, 100), begins(2, 100)], [], pages);
  assert.ok((high.get('595x842')?.top ?? 100) < 60);
});

test('pages that end well above the lowest line of all are short', () => {
  const ends = (index: number, baseline: number) => region(index, [block(line('A line', { baseline, page: index }))]);
  const limits = verticalLimits(
    [ends(0, 770), ends(1, 740), ends(2, 730)],
    [],
    [0, 1, 2].map((index) => page(index, [])),
  );
  assert.deepEqual(limits.get('595x842')?.shortPages, [2]);
});

test('a centred line stays where it is, though its column is not as wide as the page', () => {
  const title = { ...block(line('Title', { left: 200, right: 300 })), role: { align: 'center' as const } };
  const { indentLeft, indentRight } = paragraphOf(title, composition);
  assert.deepEqual({ indentLeft, indentRight }, { indentLeft: 0, indentRight: 44 });
});

const table = (top: number): TableBlock => ({
  kind: 'table',
  page: 0,
  box: { left: 72, right: 272, top, bottom: top + 20 },
  xs: [72, 272],
  ys: [top, top + 20],
  cells: [
    {
      box: { left: 72, right: 272, top, bottom: top + 20 },
      row: 0,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      blocks: [block(line('Cell', { left: 76, baseline: top + 14 }))],
      borders: {},
    },
  ],
  headerRows: 0,
  container: column,
});

test('two tables one after the other stay two', () => {
  const [section] = sectionsOf(
    {
      regions: [region(0, [table(100), table(120)])],
      pages: [page(0, [])],
      bodies: new Map([['595x842', column]]),
      limits: new Map([['595x842', column]]),
      tops: [],
      headersFootersFrom: new Map(),
      numbers: [],
    },
    composition,
  );
  const kinds = section?.blocks.map(({ kind }) => kind).slice(-3);
  assert.deepEqual(kinds, ['table', 'paragraph', 'table']);
});

test('tables begin where they did in every mode of Word: before that of 2013 their indent is that of the text', () => {
  const [section] = sectionsOf(
    {
      regions: [region(0, [table(72)])],
      pages: [page(0, [])],
      bodies: new Map([['595x842', column]]),
      limits: new Map([['595x842', column]]),
      tops: [],
      headersFootersFrom: new Map(),
      numbers: [],
    },
    composition,
  );
  const indentOf = (indentsTablesByText: boolean) =>
    /<w:tblInd w:w="(-?\d+)"/.exec(blockXml(section!.blocks.at(-1)!, { ...context, indentsTablesByText }))?.[1];
  assert.equal(indentOf(false), '0');
  assert.equal(indentOf(true), '80');
});

test('a word that was parted at the end of a line can be parted there again, and is one word', () => {
  const lines = [
    line('is usually imple-', { left: 72, right: 472, baseline: 100 }),
    line('mented by hand', { left: 72, baseline: 112 }),
  ];
  const xml = runsXml(runsOf(lines, vocabulary, composition.targets), plainStyle(10), new PartReferences());
  assert.match(xml, /imple<\/w:t><w:softHyphen\/><w:t xml:space="preserve">mented/);
});

test('the header of a title page does not push down the pages that have none', () => {
  const header = { ...plainParagraph([]), spaceBefore: 2 };
  const first = { pages: 'first' as const, header: [header], footer: [] };
  const others = { pages: 'default' as const, header: [], footer: [] };
  const composed = {
    headersFootersFrom: new Map([[0, [first, others]]]),
    numbers: [],
    headerTop: 80,
    footerBottom: 20,
    ofPages: [first, others],
    headerBottoms: [100, 0],
  };
  raiseHeaders(composed, 70);
  assert.deepEqual([composed.headerTop, header.spaceBefore], [70, 12]);
});

test('a paragraph is justified though its hyphens and stops hang over the edge', () => {
  const ends = (right: number, last: string, baseline: number) => {
    const glyphs = [
      ...letters('abcd abcd abcd', { left: 72, right: right - 4, baseline }),
      ...letters(last, { left: right - 4, right, baseline }),
    ];
    return { ...line('x'), glyphs, left: 72, right, baseline };
  };
  const lines = (sign: string) => [
    ends(472, 'a', 100),
    ends(474.5, sign, 112),
    ends(472, 'b', 124),
    line('end', { baseline: 136 }),
  ];
  assert.equal(paragraphOf(block(lines('-')), composition).align, 'both');
  assert.equal(paragraphOf(block(lines('m')), composition).align, 'left');
});

const twoColumns = [
  { left: 72, right: 260 },
  { left: 284, right: 472 },
];

/** Lines of one column of two. */
const inColumn = (at: number, count: number, { baseline = 100, page: index = 0 } = {}) => {
  const { left, right } = twoColumns[at]!;
  return { ...block(fullLines(count, { left, right, baseline, page: index })), container: { ...column, left, right } };
};

const flowOf = (regions: Region[]) =>
  sectionsOf(
    {
      regions,
      pages: Array.from({ length: Math.max(...regions.map((own) => own.page)) + 1 }, (_, n) => page(n, [])),
      bodies: new Map([['595x842', column]]),
      limits: new Map([['595x842', { top: 90, bottom: 770 }]]),
      tops: [],
      headersFootersFrom: new Map(),
      numbers: [],
    },
    composition,
  );

test('pages without anything stay', () => {
  const sections = flowOf([region(1, [inColumn(0, 3, { page: 1 })]), region(3, [inColumn(0, 3, { page: 3 })])]);
  const paragraphs = sections.flatMap(({ blocks }) => blocks).filter((made) => made.kind === 'paragraph');
  assert.deepEqual(
    paragraphs.map(({ page: own, startsPage = false, runs }) => [
      own,
      startsPage,
      runs.some(({ text }) => text.trim() !== ''),
    ]),
    [
      [0, false, false],
      [1, true, true],
      [2, true, false],
      [3, true, true],
    ],
  );
});

const inTwo = (index: number, blocks: LayoutBlock[], columns = twoColumns): Region => ({
  ...region(index, blocks),
  columns,
});

test('a column begins where it began, though the one before it had room left', () => {
  const [section] = flowOf([inTwo(0, [inColumn(0, 10), inColumn(1, 30)])]);
  const paragraphs = section?.blocks.flatMap((made) => (made.kind === 'paragraph' ? [made.startsColumn === true] : []));
  assert.deepEqual(paragraphs, [false, true]);
  const [full] = flowOf([inTwo(0, [inColumn(0, 56), inColumn(1, 30)])]);
  assert.ok(full?.blocks.every((made) => made.kind === 'paragraph' && made.startsColumn !== true));
});

test('pages whose columns end a little earlier or later share one section, with the gutter that they have in common', () => {
  const wider = [
    { left: 72, right: 264 },
    { left: 284, right: 472 },
  ];
  const sections = flowOf([
    inTwo(0, [inColumn(0, 56), inColumn(1, 56)]),
    inTwo(1, [inColumn(0, 56, { page: 1 }), inColumn(1, 56, { page: 1 })], wider),
  ]);
  assert.deepEqual(
    sections.map(({ columns, columnGaps }) => [columns, columnGaps]),
    [[[192, 188], [20]]],
  );
  const elsewhere = [
    { left: 72, right: 340 },
    { left: 364, right: 472 },
  ];
  assert.equal(flowOf([inTwo(0, [inColumn(0, 56)]), inTwo(1, [inColumn(0, 56, { page: 1 })], elsewhere)]).length, 2);
});

test('columns that end at one height at the end of a document do so again', () => {
  const sections = flowOf([inTwo(0, [inColumn(0, 20), inColumn(1, 20)])]);
  assert.deepEqual(
    sections.map(({ columns, isContinuous }) => [columns.length, isContinuous]),
    [
      [2, false],
      [1, true],
    ],
  );
});

test('a column that begins below the others does not push them down', () => {
  const [section] = flowOf([inTwo(0, [inColumn(0, 50, { baseline: 150 }), inColumn(1, 50)])]);
  const [spacer, first] = section?.blocks ?? [];
  assert.ok(spacer?.kind === 'paragraph' && first?.kind === 'paragraph');
  assert.equal(spacer.runs.length, 0);
  assert.ok(Math.abs((spacer.lineSpacing?.height ?? 0) - 50) < 2);
});

test('columns with indented text are as wide as those of the other pages', () => {
  const inset = [
    { left: 72, right: 230 },
    { left: 314, right: 472 },
  ];
  const sections = flowOf([
    inTwo(0, [inColumn(0, 56), inColumn(1, 56)]),
    inTwo(1, [inColumn(0, 56, { page: 1 })], inset),
  ]);
  assert.deepEqual(
    sections.map(({ columns, columnGaps }) => [columns, columnGaps]),
    [[[188, 188], [24]]],
  );
});

test('a table beside another one floats at its place, and one below it does not', () => {
  const beside = { ...table(200), box: { left: 300, top: 204, right: 460, bottom: 240 } };
  const below = table(260);
  const tables = flowOf([region(0, [table(200), beside, below])])
    .flatMap(({ blocks }) => blocks)
    .filter((made) => made.kind === 'table');
  assert.deepEqual(
    tables.map(({ place }) => place),
    [undefined, { left: 300, top: 204 }, undefined],
  );
});

test('the ground of a line begins and ends where it is drawn, in cells it is that of the cell', () => {
  const ground = { left: column.left, right: column.right - 100, top: 90, bottom: 104, color: 'e5e5e5' };
  const shaded: Composition = { ...composition, shadingOf: () => ground };
  const of = (left: number, own = shaded) => paragraphOf(block(line('Page 3', { left })), own);
  const wide = of(column.left + 200);
  assert.deepEqual([wide.indentLeft, wide.indentFirst, wide.indentRight], [0, 200, 100]);
  const inCell = of(column.left + 200, { ...shaded, isInCell: true });
  assert.deepEqual([inCell.indentLeft, inCell.indentFirst, inCell.indentRight], [200, 0, 0]);
  assert.equal(wide.shading, 'e5e5e5');
});
