// Which parts of pages become pictures behind the text: all of slides, forms and pages that people have drawn on, and drawings elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Box, boxOfPage, union } from '#conversion/layout/box.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import type { CellBlock, LayoutBlock, TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { Glyph, PageContent } from '#conversion/layout/page-content.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { type Block, textOf } from '#conversion/word/docx-model.ts';
import { arranged } from '#conversion/word/regions/arranged.ts';
import { chainOf } from '#conversion/word/regions/chain.ts';
import { stillPagesOf } from '#conversion/word/regions/art.ts';
import { bare, block, column, fullLines, letters, line, page, rule } from '../../support/word-pages.ts';

interface OnePage {
  blocks: LayoutBlock[];
  /** Letters that are in no block. */
  more?: Glyph[];
  art?: Box[];
  content?: Partial<PageContent>;
}

function layoutOf(pages: readonly OnePage[], maker = ''): DocumentLayout {
  const linesOf = (blocks: readonly LayoutBlock[]) => blocks.flatMap((own) => (own.kind === 'text' ? own.lines : []));
  const contents = pages.map(({ blocks, more = [], art = [], content }, n) =>
    page(n, [...linesOf(blocks).flatMap(({ glyphs }) => glyphs), ...more], { art, ...content }),
  );
  const regions = pages.map(({ blocks }, n) => ({ page: n, columns: [column], top: 72, bottom: 770, blocks }));
  const furniture = { headers: [], footers: [], pictures: [], drawings: new Map(), numbers: [], ranges: [] };
  return { ...layoutBefore({ ...bare, maker, pages: contents }), furniture, regions };
}

/** The part of each page that becomes a picture: all of it, the boxes of its drawings, or nothing. */
const artIn = (layout: DocumentLayout) => {
  const still = stillPagesOf(layout);
  return layout.pages.map((own) => {
    const { boxes = [] } = still.get(own.index) ?? {};
    const isWhole = boxes.some((box) => box.right - box.left >= own.width && box.bottom - box.top >= own.height);
    return isWhole ? 'all' : boxes.length;
  });
};
const artOf = (pages: readonly OnePage[], maker?: string) => artIn(layoutOf(pages, maker));

const prose: OnePage = { blocks: [block(fullLines(20))] };
/** Short lines at places of their own. */
const scattered = (count: number, n = 0) =>
  Array.from({ length: count }, (_, at) =>
    block(line('Few words', { page: n, left: 72 + (at % 3) * 120, baseline: 120 + at * 40 })),
  );

test('running text and scattered lines have no art', () => {
  assert.deepEqual(artOf([prose, { blocks: scattered(6, 1) }]), [0, 0]);
});

test('pages on their side with little text are slides, where a program for slides has made them or letters are large', () => {
  const lying = { width: 842, height: 595 };
  const slide: OnePage = { blocks: scattered(4), content: lying };
  assert.deepEqual(artOf([slide]), [0]);
  assert.deepEqual(artOf([slide], 'Microsoft PowerPoint'), ['all']);
  assert.deepEqual(artOf([{ ...slide, content: {} }], 'Microsoft PowerPoint'), [0]);
  const report: OnePage = { blocks: [block(fullLines(24))], content: lying };
  assert.deepEqual(artOf([report], 'Microsoft PowerPoint'), [0]);
  assert.deepEqual(artIn({ ...layoutOf([slide]), bodyStyle: letters('a', { size: 20 })[0]!.style }), ['all']);
});

test('pages with fields enough for their text are forms', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => ({ index, shapes: [] }));
  assert.deepEqual(artOf([{ blocks: scattered(8), content: { fields: fields(4) } }]), ['all']);
  assert.deepEqual(artOf([{ blocks: scattered(8), content: { fields: fields(3) } }]), [0]);
  const long = Array.from({ length: 17 }, () => block(line('Few words')));
  assert.deepEqual(artOf([{ blocks: long, content: { fields: fields(4) } }]), [0]);
});

test('pages that somebody has drawn on keep the drawings', () => {
  assert.deepEqual(artOf([{ ...prose, content: { isAnnotated: true } }]), ['all']);
});

test('pictures under text are behind it, and painted grounds where the page was designed', () => {
  const photo = { left: 60, top: 100, right: 500, bottom: 400, data: () => Promise.resolve(null) };
  const ground = { left: 60, top: 100, right: 500, bottom: 400, color: 'ccddee' };
  assert.deepEqual(artOf([{ blocks: scattered(6), art: [photo] }]), [1]);
  assert.deepEqual(artOf([{ ...prose, art: [photo] }]), [1]);
  assert.deepEqual(artOf([{ blocks: scattered(6), art: [ground] }]), [0]);
  assert.deepEqual(artOf([{ blocks: scattered(6), art: [ground] }], 'Adobe InDesign CC'), [1]);
  assert.deepEqual(artOf([{ blocks: scattered(6), art: [{ ...ground, color: 'ffffff' } as Box] }], 'Scribus'), [0]);
  const shown: LayoutBlock = {
    kind: 'picture',
    page: 0,
    box: photo,
    container: column,
    picture: { ...photo, mcid: -1, isArtifact: false, width: 1, height: 1 },
  };
  assert.deepEqual(artOf([{ blocks: [...scattered(6), shown], art: [photo] }]), [0]);
});

const path = (left: number, top: number, size: number) => ({
  left,
  top,
  right: left + size,
  bottom: top + size,
  isArtifact: false,
  isFilled: true,
  color: '336699',
});

test('curves that no picture shows are drawings, those close to each other one, with the lines and boxes at them', () => {
  const drawn = (...drawingPaths: PageContent['drawingPaths']): OnePage => ({ ...prose, content: { drawingPaths } });
  assert.deepEqual(artOf([drawn(path(72, 500, 120), path(196, 500, 120))]), [1]);
  assert.deepEqual(artOf([drawn(path(72, 500, 120), path(300, 500, 120))]), [2]);
  assert.deepEqual(artOf([drawn({ ...path(72, 500, 200), color: 'ffffff' })]), [0]);
  const axis = rule('horizontal', 72, 705, 400, 705.5);
  const still = stillPagesOf(layoutOf([{ ...prose, content: { drawingPaths: [path(72, 500, 200)], rules: [axis] } }]));
  assert.deepEqual(still.get(0)?.boxes, [{ left: 72, top: 500, right: 400, bottom: 705.5 }]);
});

test('a small curve, or a curved line, is decoration and no drawing; many small ones of one drawing are', () => {
  const drawn = (...drawingPaths: PageContent['drawingPaths']): OnePage => ({ ...prose, content: { drawingPaths } });
  assert.deepEqual(artOf([drawn(path(72, 500, 60))]), [0]);
  assert.deepEqual(artOf([drawn({ ...path(72, 500, 400), bottom: 502 })]), [0]);
  const small = Array.from({ length: 8 }, (_, n) => path(72 + n * 25, 500, 24));
  assert.deepEqual(artOf([drawn(...small)]), [1]);
  assert.deepEqual(artOf([drawn(...small.slice(1))]), [0]);
});

test('drawings that take most of a page are all of it', () => {
  assert.deepEqual(artOf([{ ...prose, content: { drawingPaths: [path(40, 60, 560)] } }]), ['all']);
});

test('many lines and boxes on the text are a drawing, but for those of pages with tags or tables', () => {
  const shapes = Array.from({ length: 14 }, (_, n) => rule('horizontal', 72, 100 + n * 20, 200, 101 + n * 20));
  const [first, ...rest] = scattered(6);
  const boxed = (own: readonly Box[]): OnePage => ({ blocks: [{ ...first!, shapes: [...own] }, ...rest] });
  assert.deepEqual(artOf([boxed(shapes)]), [14]);
  assert.deepEqual(artIn({ ...layoutOf([boxed(shapes)]), isTagged: true }), [0]);
  assert.deepEqual(artOf([boxed(shapes.slice(1))]), [0]);
});

test('a page without text that shows something is a picture; a blank one and one of turned text are none', () => {
  assert.deepEqual(artOf([prose, { blocks: [], content: { isPainted: true } }]), [0, 'all']);
  assert.deepEqual(artOf([prose, { blocks: [] }]), [0, 0]);
  const turned = letters('Turned words').map((glyph) => ({ ...glyph, angle: 90 }));
  assert.deepEqual(artOf([prose, { blocks: [], more: turned, content: { isPainted: true } }]), [0, 0]);
});

test('each page is judged independently of the others', () => {
  const stamped: OnePage = { ...prose, content: { isAnnotated: true } };
  assert.deepEqual(artOf([stamped, stamped, { blocks: [block(fullLines(20, { page: 2 }))] }]), ['all', 'all', 0]);
});

/** The texts that flow on a page that is a picture as a whole, and those in frames, each in their order. */
function arrangedOn(blocks: LayoutBlock[]) {
  const layout = layoutOf([{ blocks, content: { isAnnotated: true } }]);
  const still = new Map([[0, { boxes: [boxOfPage(layout.pages[0]!)], isHeld: true }]]);
  const texts = arranged(layout, { still, framed: new Set() }).regions.flatMap((region) =>
    region.blocks.filter((own): own is TextBlock => own.kind === 'text'),
  );
  const textOf = ({ lines }: TextBlock) =>
    lines.map(({ glyphs }) => glyphs.map((glyph) => glyph.text).join('')).join(' ');
  return {
    flowing: texts.filter(({ isFramed }) => isFramed !== true).map(textOf),
    framed: texts.filter(({ isFramed }) => isFramed === true).map(textOf),
  };
}

test('blocks one below the other flow over the picture, blocks beside them are framed', () => {
  const found = arrangedOn([
    block(line('A title over all', { baseline: 100 })),
    block(line('The long text of the slide goes here', { baseline: 160 })),
    block(line('A label', { left: 360, baseline: 163 })),
    block(line('And on below it', { baseline: 190 })),
  ]);
  assert.deepEqual(found, {
    flowing: ['A title over all', 'The long text of the slide goes here', 'And on below it'],
    framed: ['A label'],
  });
});

test('turned text is not written over the picture that shows it', () => {
  const turned = [200, 600].map((top) => ({ line: line('On its side'), angle: 90, box: boxAt(top) }));
  const layout = layoutOf([{ blocks: [{ ...block(fullLines(20)), turned }], content: { isPainted: true } }]);
  const still = new Map([[0, { boxes: [boxAt(200)], isHeld: true }]]);
  const [own] = arranged(layout, { still, framed: new Set() }).regions.flatMap((region) => region.blocks);
  assert.ok(own?.kind === 'text');
  assert.deepEqual(
    own.turned?.map(({ box }) => box.top),
    [600],
  );
});

const boxAt = (top: number): Box => ({ left: 20, right: 100, top, bottom: top + 40 });

test('letters outside of blocks are framed at their place', () => {
  const layout = layoutOf([
    { ...prose, more: letters('Of a drawing', { baseline: 600 }), content: { isAnnotated: true } },
  ]);
  for (const [n, letter] of layout.pages[0]!.letters.entries()) letter.id = n;
  const still = new Map([[0, { boxes: [boxOfPage(layout.pages[0]!)], isHeld: true }]]);
  const blocks = arranged(layout, { still, framed: new Set() }).regions.flatMap((region) => region.blocks);
  const framed = blocks.filter((own): own is TextBlock => own.kind === 'text' && own.isFramed === true);
  assert.deepEqual(
    framed.map(({ lines }) => lines[0]?.glyphs.map(({ text }) => text).join('')),
    ['Of a drawing'],
  );
});

test('of overlapping blocks the chain with most weight is chosen', () => {
  const item = (top: number, bottom: number, weight: number) => ({ box: { left: 0, right: 1, top, bottom }, weight });
  const [title, text, label, foot] = [item(0, 10, 5), item(20, 60, 90), item(15, 30, 8), item(61, 70, 3)];
  assert.deepEqual(chainOf([foot, label, text, title]), [title, text, foot]);
  assert.deepEqual(chainOf([item(0, 10, 2), item(5, 12, 3)]), [item(5, 12, 3)]);
  assert.deepEqual(chainOf([]), []);
});

/** The result for a block on a page that is a picture as a whole. */
function madeOver(own: LayoutBlock): Block | undefined {
  const layout = layoutOf([{ blocks: [own], content: { isAnnotated: true } }]);
  const still = new Map([[0, { boxes: [boxOfPage(layout.pages[0]!)], isHeld: true }]]);
  const { sections } = composeDocument(arranged(layout, { still, framed: new Set() }));
  return sections.flatMap(({ blocks }) => blocks).find((made) => made.kind === 'table' || textOf(made) !== '');
}

test('lines over pictures that are read from the right keep that edge, and have room for another font at the other', () => {
  const lines = ['وعليه فإن الحكومة', 'تكليف السيد'].map((text, n) =>
    line(text, { right: 400, baseline: 120 + n * 20 }),
  );
  const made = madeOver(block(lines, union(lines)));
  assert.ok(made?.kind === 'paragraph');
  assert.deepEqual([made.isRightToLeft, made.align], [true, 'right']);
  assert.ok(made.indentRight < 0, String(made.indentRight));
});

test('the lines of a table over pictures end where they ended, and are as high as they were', () => {
  const lines = ['하나 둘 셋', '넷 다섯 여섯'].map((text, n) => line(text, { left: 74, baseline: 120 + n * 12 }));
  const box = { left: 72, right: 172, top: 108, bottom: 140 };
  const cell: CellBlock = {
    row: 0,
    column: 0,
    rowSpan: 1,
    columnSpan: 1,
    box,
    blocks: [block(lines, box)],
    borders: {},
  };
  const made = madeOver({ kind: 'table', page: 0, box, xs: [72, 172], ys: [108, 140], cells: [cell], headerRows: 0 });
  const [inside] = made?.kind === 'table' ? (made.rows[0]?.cells[0]?.blocks ?? []) : [];
  assert.ok(inside?.kind === 'paragraph');
  assert.equal(textOf(inside), '하나 둘 셋\n넷 다섯 여섯');
  assert.deepEqual(inside.lineSpacing, { height: 12, isExact: true });
});
