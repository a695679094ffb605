// Tags compared with the visible page: the order of pages, the columns of tables, code, labels of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyParagraphs } from '#conversion/layout/document-layout.ts';
import type { CellBlock, LayoutBlock, PictureBlock } from '#conversion/layout/layout-blocks.ts';
import { orderByPages } from '#conversion/layout/tagged/page-order.ts';
import { overEmptyPlaces } from '#conversion/layout/tagged/cell-texts.ts';
import type { StructureElement } from '#conversion/layout/tagged/tree.ts';
import { rangesOf } from '#conversion/layout/blocks/furniture-ranges.ts';
import { ruleFinder } from '#conversion/word/after/paragraph-rules.ts';
import { contentKey, StructureReader } from '#conversion/layout/tagged/blocks.ts';
import { typewriterAdvance, typewriterBreaks } from '#conversion/layout/text/typewriter.ts';
import type { Glyph, Rule } from '#conversion/layout/page-content.ts';
import { runsOf } from '#conversion/word/compose/runs.ts';
import { analyseForWord, bare, block, column, letters, line, page } from '../../support/word-pages.ts';

const picture = (page: number, top: number): PictureBlock => {
  const box = { left: 72, top, right: 272, bottom: top + 100 };
  const data = () => Promise.resolve(null);
  return {
    kind: 'picture',
    page,
    box,
    picture: { ...box, mcid: 0, isArtifact: false, width: 1, height: 1, data },
    container: box,
  };
};
const text = (page: number, baseline: number) => block(line('some words of running text', { page, baseline }));

test('pictures that tags place at their anchor are on their page, between the blocks above and below', () => {
  const [a, b, c, d] = [text(0, 100), text(0, 130), text(1, 100), text(1, 400)];
  const [late, odd] = [picture(1, 150), picture(0, 160)];
  const blocks: LayoutBlock[] = [odd, a, late, b, c, d];
  assert.deepEqual(orderByPages(blocks), [a, b, odd, c, late, d]);
});

const cell = (row: number, column: number, columnSpan = 1): CellBlock => ({
  box: { left: 0, top: 0, right: 0, bottom: 0 },
  row,
  column,
  rowSpan: 1,
  columnSpan,
  blocks: [],
  borders: {},
});
const at = (own: CellBlock, left: number, right: number) => {
  const top = own.row * 12;
  const box = { left, right, top, bottom: top + 10 };
  own.blocks.push(block(line('x', { left, right })));
  return { cell: own, box };
};

test('text that runs on over empty cells takes their places, but no occupied ones', () => {
  const xs = [70, 120, 170, 220];
  const [long, empty, short] = [at(cell(0, 0), 72, 165), cell(0, 1), at(cell(0, 2), 175, 200)];
  assert.deepEqual(overEmptyPlaces([long.cell, empty, short.cell], [long, short], xs), [long.cell, short.cell]);
  assert.equal(long.cell.columnSpan, 2);
});

test('code keeps its blank lines and indents', () => {
  const lines = [
    line('if (harbour) {', { baseline: 100 }),
    line('dredge(basin);', { left: 92, baseline: 112 }),
    line('}', { baseline: 124 }),
    line('leave();', { baseline: 148 }),
  ];
  const advance = typewriterAdvance(lines);
  assert.equal(advance, 5);
  const breaks = typewriterBreaks(lines, advance, 12, new Set(lines.slice(1)));
  assert.deepEqual(
    lines.slice(1).map((own) => breaks.get(own)),
    [
      { lines: 1, blanks: 4 },
      { lines: 1, blanks: 0 },
      { lines: 2, blanks: 0 },
    ],
  );
});

test('letters of several widths are no code', () => {
  const wide = line('wide', { left: 72, right: 112 });
  assert.equal(
    typewriterAdvance([wide, line('some narrow letters', { left: 72, right: 130, baseline: 112 })]),
    undefined,
  );
});

test('odd and even pages have their own footers, though a page has none', () => {
  const pages = Array.from({ length: 24 }, (_, n) => (n === 0 || n === 15 ? '' : n % 2 === 0 ? 'left #' : '# right'));
  const [range] = rangesOf(
    pages,
    (n) => n + 1,
    () => false,
  );
  assert.deepEqual(range?.sets.map((set) => set.pages).toSorted(), ['default', 'even', 'first']);
});

test('a turned page has its own footer where it differs', () => {
  const pages = ['a #', 'a #', 'b #', 'a #', 'a #'];
  const turns = (n: number) => n === 2 || n === 3;
  assert.deepEqual(
    rangesOf(
      pages,
      (n) => n + 1,
      () => false,
      turns,
    ).map(({ from }) => from),
    [0, 2, 3],
  );
});

test('a line under a heading is its border; under a box or between columns it is none', () => {
  const heading = block(line('A heading', { baseline: 100 }));
  const rule = {
    left: column.left,
    right: column.right,
    top: 105,
    bottom: 106,
    direction: 'horizontal' as const,
    thickness: 1,
    color: '888888',
  };
  const below = letters('text below', { baseline: 140 });
  const under = (rules: (typeof rule)[]) => ruleFinder([page(0, below, { rules })], [])(heading);
  assert.equal(under([rule]), rule);
  assert.equal(under([{ ...rule, right: column.left + 100 }]), undefined);
  const side = { ...rule, right: column.left + 1, top: 60, direction: 'vertical' as const };
  assert.equal(ruleFinder([page(0, below, { rules: [rule, { ...side }] })], [])(heading), undefined);
});

test('a label that is written into the text of a tagged item makes it an item', () => {
  const element = (type: string, kids: StructureElement['kids']): StructureElement => ({
    type,
    raw: type,
    kids,
    attributes: {},
  });
  const item = (mcid: number) => element('LI', [element('LBody', [{ page: 0, mcid }])]);
  const glyphs = new Map(
    [100, 114].map((baseline, mcid) => [
      contentKey({ page: 0, mcid }),
      [...letters('•', { left: 90, baseline }), ...letters('an item of a list', { left: 108, baseline })],
    ]),
  );
  const reader = new StructureReader({ glyphs, pictures: new Map(), pages: [] }, () => column);
  const blocks = reader.blocks(element('Document', [element('L', [item(0), item(1)])]));
  assert.deepEqual(
    blocks.map((own) => (own.kind === 'text' ? [own.role?.item?.label, own.role?.item?.level] : own.kind)),
    [
      ['•', 0],
      ['•', 0],
    ],
  );
});

test('items outside of their list continue it, and parts of an item are a level deeper', () => {
  const element = (type: string, kids: StructureElement['kids']): StructureElement => ({
    type,
    raw: type,
    kids,
    attributes: {},
  });
  const labels = ['1.', '2.', '2.1.', '2.2.', '3.'];
  const glyphs = new Map(
    labels.flatMap((label, n) => [
      [contentKey({ page: 0, mcid: 2 * n }), letters(label, { left: 72, baseline: 100 + n * 14 })] as const,
      [contentKey({ page: 0, mcid: 2 * n + 1 }), letters('an item', { left: 108, baseline: 100 + n * 14 })] as const,
    ]),
  );
  const item = (n: number) =>
    element('LI', [
      element('Lbl', [{ page: 0, mcid: 2 * n }]),
      element('LBody', [element('P', [{ page: 0, mcid: 2 * n + 1 }])]),
    ]);
  const reader = new StructureReader({ glyphs, pictures: new Map(), pages: [] }, () => column);
  const blocks = reader.blocks(
    element('Document', [element('L', [item(0), item(1)]), element('L', [item(2), item(3)]), item(4)]),
  );
  assert.deepEqual(
    blocks.map((own) => own.kind === 'text' && [own.role?.item?.label, own.role?.item?.list, own.role?.item?.level]),
    [
      ['1.', 1, 0],
      ['2.', 1, 0],
      ['2.1.', 1, 1],
      ['2.2.', 1, 1],
      ['3.', 1, 0],
    ],
  );
});

test('bookmarks determine the headings of a document whose tags have no headings, as with an author’s styles', () => {
  const texts = ['Lifting', 'The crane lifts what hangs on it.', 'Lowering', 'And puts it down.'];
  const glyphs = texts.flatMap((own, mcid) =>
    letters(own, { left: 72, baseline: 100 + mcid * 30 }).map((glyph) => ({ ...glyph, mcid })),
  );
  const element = (type: string, kids: StructureElement['kids']): StructureElement => ({
    type,
    raw: type,
    kids,
    attributes: {},
  });
  const outline = ['Lifting', 'Lowering'].map((title, n) => ({ title, page: 0, depth: n + 1 }));
  const levels = (types: readonly string[]) => {
    const tree = element(
      'Document',
      types.map((type, mcid) => element(type, [{ page: 0, mcid }])),
    );
    const layout = analyseForWord({ ...bare, tree, outline, pages: [page(0, glyphs)] });
    return bodyParagraphs(layout).map(({ role }) => role?.heading);
  };
  assert.deepEqual(levels(['P', 'P', 'P', 'P']), [1, undefined, 2, undefined]);
  assert.deepEqual(levels(['H3', 'P', 'P', 'P']), [3, undefined, undefined, undefined]);
});

const formulaOn = (glyphs: Glyph[], rules: Rule[] = [], altText?: string) => {
  const marked = new Map([
    ['0:0', letters('the ratio is ', { left: 72, baseline: 100 })],
    ['0:1', glyphs],
  ]);
  const reader = new StructureReader(
    { glyphs: marked, pictures: new Map(), pages: [page(0, [], { rules })] },
    () => column,
  );
  const element = (type: string, kids: StructureElement['kids']): StructureElement => ({
    type,
    raw: type,
    kids,
    attributes: {},
  });
  // As makers of MathML tag it: an element for each sign.
  const signs = element('math', [element('mi', [{ page: 0, mcid: 1 }])]);
  const formula = { ...element('Formula', [signs]), ...(altText === undefined ? {} : { altText }) };
  return {
    alone: () => reader.blocks(element('Document', [formula])),
    inText: () => reader.blocks(element('Document', [element('P', [{ page: 0, mcid: 0 }, formula])])),
  };
};
const fraction = () => [...letters('a+b', { left: 200, baseline: 94 }), ...letters('cd', { left: 202, baseline: 110 })];
const bar: Rule = {
  left: 199,
  right: 217,
  top: 98,
  bottom: 98.4,
  direction: 'horizontal',
  thickness: 0.4,
  color: '000000',
};

test('a tagged formula on one line is text, with its raised letters', () => {
  const [own, ...others] = formulaOn(letters('E=mc^2', { left: 200 })).alone();
  assert.deepEqual(others, []);
  assert.ok(own?.kind === 'text');
  const runs = runsOf(own.lines, { words: new Set(), hyphenates: false }, { bookmark: () => undefined });
  assert.deepEqual(
    runs.map(({ text, position }) => [text, position]),
    [
      ['E=mc', undefined],
      ['2', 'superscript'],
    ],
  );
});

test('a fraction with tags is one picture in its place, with the words that the tags have for it', () => {
  const [own, ...others] = formulaOn(fraction(), [bar], 'a plus b over c d').alone();
  assert.deepEqual(others, []);
  assert.ok(own?.kind === 'picture');
  assert.equal(own.picture.altText, 'a plus b over c d');
  assert.ok(own.box.top < 90 && own.box.bottom > 110);
});

test('a fraction within a tagged paragraph is a picture among its words', () => {
  const [own, ...others] = formulaOn(fraction(), [bar]).inText();
  assert.deepEqual(others, []);
  assert.ok(own?.kind === 'text');
  const all = own.lines.flatMap((one) => one.glyphs);
  assert.match(all.map((glyph) => glyph.text).join(''), /^the ratio is\s+\ufffc$/);
  assert.equal(all.at(-1)?.picture?.altText, 'a+bcd');
});
