// Which pages keep their layout: slides, forms, drawings with text, designed pages. Running text flows, whatever is around it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '#conversion/layout/box.ts';
import { fixedPages } from '#conversion/word/compose/fixed-pages.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import type { Glyph, PageContent } from '#conversion/layout/page-content.ts';
import { bare, block, column, fullLines, letters, line, page, rule } from '../../support/word-pages.ts';

interface OnePage {
  blocks: LayoutBlock[];
  /** Letters that are in no block. */
  more?: Glyph[];
  art?: Box[];
  content?: Partial<PageContent>;
}

function layoutOf(pages: readonly OnePage[], maker = ''): DocumentLayout {
  const contents = pages.map(({ content }, n) => page(n, [], content));
  const regions = pages.map(({ blocks }, n) => ({ page: n, columns: [column], top: 72, bottom: 770, blocks }));
  const linesOf = (blocks: readonly LayoutBlock[]) => blocks.flatMap((own) => (own.kind === 'text' ? own.lines : []));
  const asRead = pages.map(({ blocks, more = [], art = [] }) => ({
    letters: [...linesOf(blocks).flatMap(({ glyphs }) => glyphs), ...more],
    art,
  }));
  const source = { ...bare, maker, pages: contents };
  const furniture = { headers: [], footers: [], pictures: [], drawings: new Map(), numbers: [], ranges: [] };
  return { ...layoutBefore(source), furniture, regions, asRead };
}

const fixedOf = (pages: readonly OnePage[], maker?: string) => [...fixedPages(layoutOf(pages, maker))];

const proseOn = (n: number): OnePage => ({ blocks: [block(fullLines(20, { page: n }))] });
const prose = proseOn(0);
/** Short lines at places of their own. */
const scattered = (count: number, n = 0) =>
  Array.from({ length: count }, (_, at) =>
    block(line('Few words', { page: n, left: 72 + (at % 3) * 120, baseline: 120 + at * 40 })),
  );

test('running text flows', () => {
  assert.deepEqual(fixedOf([prose]), []);
  assert.deepEqual(fixedOf([{ blocks: scattered(6) }]), []);
});

test('pages on their side with little text are slides, where a program for slides has made them or letters are large', () => {
  const lying = { width: 842, height: 595 };
  const slide: OnePage = { blocks: scattered(4), content: lying };
  assert.deepEqual(fixedOf([slide]), []);
  assert.deepEqual(fixedOf([slide], 'Microsoft PowerPoint'), [0]);
  assert.deepEqual(fixedOf([{ ...slide, content: {} }], 'Microsoft PowerPoint'), []);
  const report: OnePage = { blocks: [block(fullLines(24))], content: lying };
  assert.deepEqual(fixedOf([report], 'Microsoft PowerPoint'), []);
  const large = { ...layoutOf([slide]), bodyStyle: letters('a', { size: 20 })[0]!.style };
  assert.deepEqual([...fixedPages(large)], [0]);
});

test('pages with fields enough for their text are forms', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));
  assert.deepEqual(fixedOf([{ blocks: scattered(8), content: { fields: fields(4) } }]), [0]);
  assert.deepEqual(fixedOf([{ blocks: scattered(8), content: { fields: fields(3) } }]), []);
  const long = Array.from({ length: 17 }, () => block(line('Few words')));
  assert.deepEqual(fixedOf([{ blocks: long, content: { fields: fields(4) } }]), []);
});

test('pages that somebody has drawn on keep what is drawn', () => {
  assert.deepEqual(fixedOf([{ ...prose, content: { isAnnotated: true } }]), [0]);
});

test('pages of a drawing whose words are in no paragraph, table or picture stay, and leader dots are no words', () => {
  const more = letters('Words of a drawing that nothing has taken', { baseline: 600 });
  assert.deepEqual(fixedOf([{ blocks: scattered(4), more }]), [0]);
  assert.deepEqual(fixedOf([{ ...prose, more }]), []);
  assert.deepEqual(fixedOf([{ blocks: scattered(4), more: letters('.'.repeat(60), { baseline: 600 }) }]), []);
  const box = { left: 60, top: 580, right: 400, bottom: 620 };
  const picture = { ...box, mcid: -1, isArtifact: false, width: 1, height: 1, data: () => Promise.resolve(null) };
  const shown: LayoutBlock = { kind: 'picture', page: 0, box, container: column, picture };
  assert.deepEqual(fixedOf([{ blocks: [...scattered(4), shown], more }]), []);
});

test('letters outside of the page are nobody’s', () => {
  assert.deepEqual(
    fixedOf([{ blocks: scattered(4), more: letters('Words beside the paper', { left: 700, baseline: 600 }) }]),
    [],
  );
});

test('text on pictures stays, on painted grounds where the page was designed, and running text and tables flow', () => {
  const photo = { left: 0, top: 0, right: 595, bottom: 842, data: () => Promise.resolve(null) };
  const ground = { left: 0, top: 0, right: 595, bottom: 842, color: 'ccddee' };
  assert.deepEqual(fixedOf([{ blocks: scattered(6), art: [photo] }]), [0]);
  assert.deepEqual(fixedOf([{ blocks: scattered(6), art: [ground] }]), []);
  assert.deepEqual(fixedOf([{ blocks: scattered(6), art: [ground] }], 'Adobe InDesign CC'), [0]);
  assert.deepEqual(
    fixedOf([{ blocks: scattered(6), art: [{ ...ground, color: 'ffffff' } as Box] }], 'Adobe InDesign'),
    [],
  );
  assert.deepEqual(fixedOf([{ ...prose, art: [photo] }]), []);
});

test('pages with curves that no picture shows stay, and much drawing stays around running text, too', () => {
  const path = (n: number, size: number) => ({
    left: 72 + n * 3,
    top: 500,
    right: 72 + n * 3 + size,
    bottom: 500 + size,
    isArtifact: false,
    isFilled: true,
    color: '336699',
  });
  const paths = (count: number, size: number) => Array.from({ length: count }, (_, n) => path(n, size));
  assert.deepEqual(fixedOf([{ blocks: scattered(6), content: { drawingPaths: paths(12, 4) } }]), [0]);
  assert.deepEqual(fixedOf([{ blocks: scattered(6), content: { drawingPaths: paths(11, 4) } }]), []);
  assert.deepEqual(fixedOf([{ ...prose, content: { drawingPaths: paths(12, 4) } }]), []);
  assert.deepEqual(fixedOf([{ ...prose, content: { drawingPaths: paths(1, 200) } }]), [0]);
  const white = paths(1, 200).map((own) => ({ ...own, color: 'ffffff' }));
  assert.deepEqual(fixedOf([{ ...prose, content: { drawingPaths: white } }]), []);
});

test('pages full of lines and boxes stay, but for those with tags or tables', () => {
  const shapes = Array.from({ length: 14 }, (_, n) => rule('horizontal', 72, 100 + n * 20, 200, 101 + n * 20));
  const [first, ...rest] = scattered(6);
  const boxed: OnePage = { blocks: [{ ...first!, shapes }, ...rest] };
  assert.deepEqual(fixedOf([boxed]), [0]);
  assert.deepEqual([...fixedPages({ ...layoutOf([boxed]), isTagged: true })], []);
  assert.deepEqual(fixedOf([{ blocks: [{ ...first!, shapes: shapes.slice(1) }, ...rest] }]), []);
});

test('a page without text that shows something stays; a blank one and one of turned text flow', () => {
  assert.deepEqual(fixedOf([prose, { blocks: [], content: { isPainted: true } }]), [1]);
  assert.deepEqual(fixedOf([prose, { blocks: [] }]), []);
  const turned = letters('Turned words').map((glyph) => ({ ...glyph, angle: 90 }));
  assert.deepEqual(fixedOf([prose, { blocks: [], more: turned, content: { isPainted: true } }]), []);
});

test('where most pages stay, all do', () => {
  const stamped = (n: number): OnePage => ({ ...proseOn(n), content: { isAnnotated: true } });
  assert.deepEqual(fixedOf([stamped(0), stamped(1), proseOn(2)]), [0, 1, 2]);
  assert.deepEqual(fixedOf([stamped(0), proseOn(1)]), [0]);
});
