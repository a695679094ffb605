// What tags say against what the page shows: the order of pages, the columns of tables, code, labels of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellBlock, LayoutBlock, PictureBlock } from '#conversion/word/layout-blocks.ts';
import { orderByPages } from '#conversion/word/tagged/page-order.ts';
import { isUnlike, overEmptyPlaces, placedCells, placedColumns } from '#conversion/word/tagged/placed-columns.ts';
import { settledColumns } from '#conversion/word/tagged/settled-columns.ts';
import { rangesOf } from '#conversion/word/layout/furniture-ranges.ts';
import { typewriterAdvance, typewriterBreaks } from '#conversion/word/text/typewriter.ts';
import { block, line } from '../../support/word-pages.ts';

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

test('pictures that hang where they are anchored stand on their own page, between what is above and below', () => {
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

test('cells that a spreadsheet has left out do not push text into columns of others', () => {
  const rows = [0, 1, 2].flatMap((row) => [
    at(cell(row, 0), 72, 150),
    at(cell(row, 1), 180, 210),
    at(cell(row, 2), 240, 270),
    at(cell(row, 3), 300, 330),
  ]);
  // Its tags say that it is the first one of its row; and a title runs on over all columns.
  const [lone, title] = [at(cell(3, 0), 300, 330), at(cell(4, 0), 72, 320)];
  const texts = [...rows, lone, title];
  const cells = texts.map((own) => own.cell);
  assert.ok(isUnlike([70, 72, 74, 76, 340], texts));
  const xs = placedColumns(texts, []);
  assert.equal(xs.length, 5);
  const placed = placedCells(cells, texts, xs);
  assert.equal(placed.length, cells.length);
  assert.deepEqual([lone.cell.column, lone.cell.columnSpan], [3, 1]);
  assert.deepEqual([title.cell.column, title.cell.columnSpan], [0, 4]);
});

test('text that runs on over empty cells takes their places, but none that is taken', () => {
  const xs = [70, 120, 170, 220];
  const [long, empty, short] = [at(cell(0, 0), 72, 165), cell(0, 1), at(cell(0, 2), 175, 200)];
  assert.deepEqual(overEmptyPlaces([long.cell, empty, short.cell], [long, short], xs), [long.cell, short.cell]);
  assert.equal(long.cell.columnSpan, 2);
});

test('an edge lies where the least text reaches over it, and a single long text does not move it', () => {
  const texts = [0, 1, 2, 3].flatMap((row) => [at(cell(row, 0), 72, 150), at(cell(row, 1), 180, 240)]);
  const [, edge = 0] = settledColumns(2, [...texts, at(cell(4, 0), 72, 238)], []);
  assert.ok(edge >= 150 && edge <= 180, String(edge));
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
  const [range] = rangesOf(pages, 1, () => false);
  assert.deepEqual(range?.sets.map((set) => set.pages).toSorted(), ['default', 'even', 'first']);
});

test('a turned page has its own footer where it differs', () => {
  const pages = ['a #', 'a #', 'b #', 'a #', 'a #'];
  const turns = (n: number) => n === 2 || n === 3;
  assert.deepEqual(
    rangesOf(pages, 1, () => false, turns).map(({ from }) => from),
    [0, 2, 3],
  );
});
