// A result has as many pages as its PDF: it is measured and tightened, and content that cannot flow keeps its place.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { composeFitted } from '#conversion/word/compose/fitted-document.ts';
import { type DocumentLayout, layoutBefore } from '#conversion/layout/document-layout.ts';
import { textOf, type WordDocument } from '#conversion/word/docx-model.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import type { LayoutBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { extentOf, stretchesOf } from '#conversion/word/measure/stretches.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { bare, block, column, fullLines, fullText, line, page } from '../../support/word-pages.ts';

/** Pages with the blocks that each has, one below the other in the order that is given. */
function layoutOf(pages: readonly (readonly LayoutBlock[])[]): DocumentLayout {
  const source = {
    pages: pages.map((_, n) => page(n, [])),
    ...bare,
  };
  const regions = pages.map((blocks, n) => ({ page: n, columns: [column], top: 72, bottom: 770, blocks: [...blocks] }));
  return { ...layoutBefore(source), regions, bodies: new Map([['595x842', column]]) };
}

/** A page of single lines with so many points between their baselines. */
const spread = (index: number, count: number, leading: number): LayoutBlock[] =>
  Array.from({ length: count }, (_, n) => block(line('A line', { page: index, baseline: 90 + n * leading })));

/** A page on which two columns of paragraphs were not distinguished: they are in one, and half of them has no room. */
const crowded = (index: number): LayoutBlock[] =>
  Array.from({ length: 50 }, (_, n) => n).flatMap((n) =>
    [72, 300].map((left) =>
      block(line('A few words', { page: index, left, baseline: 90 + n * 13 }), { ...column, left, right: left + 150 }),
    ),
  );

const pagesOf = (document: WordDocument, count: number): number =>
  stretchesOf(document, count).reduce((sum, one) => sum + extentOf(one, document.balancesColumns).pages, 0);

const framesOf = ({ sections }: WordDocument) =>
  sections.flatMap(({ blocks }) => blocks).filter((own) => own.kind === 'paragraph' && own.textFrame !== undefined);

test('pages that have room for their text are left as they are', () => {
  const layout = layoutOf([spread(0, 30, 20), spread(1, 10, 20)]);
  const { document } = composeFitted(layout);
  assert.equal(pagesOf(document, 2), 2);
  assert.deepEqual(document, composeDocument(layout));
});

test('a blank page has its own size', () => {
  const layout = layoutOf([spread(0, 10, 20), [], spread(2, 10, 20)]);
  Object.assign(layout.pages[0]!, { width: 842, height: 595 });
  layout.bodies.set('842x595', { ...column, right: 700, bottom: 500 });
  const { sections } = composeDocument(layout);
  assert.deepEqual(
    sections.map(({ width, height }) => [width, height]),
    [
      [842, 595],
      [595, 842],
    ],
  );
});

test('text that comes to a little more than its page is set closer, so that the page stays one', () => {
  // Six lines are beside others, and come below them.
  const layout = layoutOf([[...spread(0, 36, 19), ...spread(0, 36, 19).slice(30)]]);
  assert.equal(pagesOf(composeDocument(layout), 1), 2);
  const { document } = composeFitted(layout);
  assert.equal(pagesOf(document, 1), 1);
  assert.deepEqual(framesOf(document), []);
});

test('a page whose text would fill two stays one: blocks below each other flow, blocks beside them are framed', () => {
  const layout = layoutOf([spread(0, 30, 20), crowded(1), spread(2, 30, 20)]);
  assert.ok(pagesOf(composeDocument(layout), 3) > 3);
  const { document } = composeFitted(layout);
  assert.equal(pagesOf(document, 3), 3);
  const frames = framesOf(document);
  assert.equal(frames.length, 50);
  const lefts = new Set(frames.map((own) => (own.kind === 'paragraph' ? own.textFrame?.left : undefined)));
  assert.ok(lefts.size === 1 && (lefts.has(72) || lefts.has(300)), [...lefts].join(' '));
});

test('a document of frames is valid, with notes as text of their page and tables that float', async () => {
  const cells = ['a', 'b'].map((text, n) => ({
    box: { left: 72 + n * 100, right: 172 + n * 100, top: 790, bottom: 810 },
    row: 0,
    column: n,
    rowSpan: 1,
    columnSpan: 1,
    blocks: [block(line(text, { left: 72 + n * 100, baseline: 802 }))],
    borders: { top: { thickness: 0.5, color: '000000' } },
  }));
  const table: TableBlock = {
    kind: 'table',
    page: 0,
    box: { left: 72, right: 272, top: 790, bottom: 810 },
    xs: [72, 172, 272],
    ys: [790, 810],
    cells,
    headerRows: 0,
  };
  const referring = line('A word^1', { baseline: 85 });
  const reference = referring.glyphs.slice(-1);
  const note = line('The note', { baseline: 760, size: 8 });
  const layout = { ...layoutOf([[block(referring), ...crowded(0), table]]), notes: [{ lines: [note], reference }] };
  const { document } = composeFitted(layout, 'exact');
  assert.ok(
    framesOf(document).some(
      (own) => own.kind === 'paragraph' && own.runs.map(({ text }) => text).join('') === '1The note',
    ),
  );
  const made = document.sections.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'table');
  assert.deepEqual(made?.kind === 'table' ? made.place : undefined, { left: 72, top: 790 });
  const directory = await mkdtemp(join(tmpdir(), 'fitted-'));
  const path = join(directory, 'placed.docx');
  await writeDocx(document, createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  await rm(directory, { recursive: true });
});

test('a paragraph that continues after the end of a placed page is split there', () => {
  const over = block([...fullLines(2, { page: 0, baseline: 750 }), ...fullLines(3, { page: 1, baseline: 84 })]);
  const { document } = composeFitted(layoutOf([[...spread(0, 30, 20), over], crowded(1)]));
  assert.equal(pagesOf(document, 2), 2);
  const flowing = document.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((own) => (own.kind === 'paragraph' && own.textFrame === undefined ? [textOf(own)] : []));
  const parts = flowing.filter((own) => own.includes('abcd'));
  assert.equal(parts[0], `${fullText} ${fullText}`);
  assert.ok(parts.slice(1).every((own) => own.length < parts[0]!.length * 2));
});

test('a picture that is wider than its column counts for one line', () => {
  const picture = { left: 60, top: 80, right: 500, bottom: 480, mcid: -1, isArtifact: false, width: 10, height: 10 };
  const own: LayoutBlock = {
    kind: 'picture',
    page: 0,
    box: picture,
    picture: { ...picture, data: () => Promise.resolve(null) },
    container: column,
  };
  assert.equal(pagesOf(composeDocument(layoutOf([[own, block(line('Below it', { baseline: 500 }))]])), 1), 1);
});

test('rows of a table that is a little too high for its page are set closer', () => {
  const count = 34;
  const cells = Array.from({ length: count }, (_, row) => ({
    box: { left: 72, right: 472, top: 80 + row * 20, bottom: 100 + row * 20 },
    row,
    column: 0,
    rowSpan: 1,
    columnSpan: 1,
    blocks: [block(line('A row', { baseline: 92 + row * 20 }))],
    borders: { top: { thickness: 0.5, color: '000000' } },
  }));
  const table: TableBlock = {
    kind: 'table',
    page: 0,
    box: { left: 72, right: 472, top: 80, bottom: 80 + count * 20 },
    xs: [72, 472],
    ys: Array.from({ length: count + 1 }, (_, n) => 80 + n * 20),
    cells,
    headerRows: 0,
  };
  // Two lines are beside it, and come below it.
  const layout = layoutOf([[table, ...spread(0, 2, 20)]]);
  assert.equal(pagesOf(composeDocument(layout), 1), 2);
  assert.equal(pagesOf(composeFitted(layout).document, 1), 1);
});

test('a page without header and footer has room up to its margins', () => {
  const layout = layoutOf([spread(0, 38, 20)]);
  layout.source.pages[0]!.height = 850;
  const document = composeDocument(layout);
  const [section] = document.sections;
  assert.ok((section?.margins.bottom ?? 20) < 12);
  const [stretch] = stretchesOf(document, 1);
  // Less the rounding of word processors.
  assert.equal(stretch?.parts[0]?.room, 850 - (section?.margins.top ?? 0) - (section?.margins.bottom ?? 0) - 3);
});
