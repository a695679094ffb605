// Pages begin with the same content as in the PDF.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakEveryPage, breakPages } from '#conversion/word/compose/page-breaks.ts';
import { stretchesOf } from '#conversion/word/measure/stretches.ts';
import {
  type Block,
  type Cell,
  type Paragraph,
  plainParagraph,
  type Row,
  type Table,
} from '#conversion/word/docx-model.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { documentOf } from '../../support/word-documents.ts';

/** A line of a page of the PDF, so many points high; a page has 698 points. */
const lineOn = (page: number, height: number): Paragraph => ({
  ...plainParagraph([{ text: 'A line', style: plainStyle(10) }]),
  lineSpacing: { height, isExact: true },
  page,
});

const linesOn = (page: number, count: number, height: number) =>
  Array.from({ length: count }, () => lineOn(page, height));

const cell = (text: string, more: Partial<Cell> = {}): Cell => ({
  blocks: text === '' ? [] : [plainParagraph([{ text, style: plainStyle(10) }])],
  columnSpan: 1,
  rowSpan: 1,
  isCovered: false,
  borders: {},
  ...more,
});

const rowOn = (page: number | undefined, cells: Cell[], more: Partial<Row> = {}): Row => ({
  cells,
  height: 30,
  isHeader: false,
  isWhole: true,
  page,
  ...more,
});

const starts = (blocks: readonly Block[]) =>
  blocks.flatMap((block, n) => (block.kind === 'paragraph' && block.startsPage === true ? [n] : []));

function brokenAt(blocks: Block[], count: number): Block[] {
  const document = documentOf(blocks);
  breakPages(document, count);
  return document.sections[0]?.blocks ?? [];
}

test('a page that fills by itself is not broken on purpose', () => {
  assert.deepEqual(starts(brokenAt([...linesOn(0, 34, 20), ...linesOn(1, 10, 20)], 2)), []);
});

test('a page whose text has become shorter is broken where the next one begins, and the one after that is not', () => {
  const blocks = brokenAt([...linesOn(0, 30, 20), ...linesOn(1, 34, 20), ...linesOn(2, 10, 20)], 3);
  assert.deepEqual(starts(blocks), [30]);
});

test('a page break is left to the word processor if less than a few lines would move', () => {
  assert.deepEqual(starts(brokenAt([...linesOn(0, 31, 20), ...linesOn(1, 10, 20)], 2)), []);
});

test('a page of the PDF that ends well above its margin is broken on purpose, however little would come on it', () => {
  const blocks = [...linesOn(0, 31, 20), ...linesOn(1, 10, 20)];
  const document = { ...documentOf(blocks), shortPages: new Set([0]) };
  breakPages(document, 2);
  assert.deepEqual(starts(document.sections[0]?.blocks ?? []), [31]);
});

test('a page that begins with the rest of a paragraph is not broken where the next one begins', () => {
  const across = { ...lineOn(0, 20), lastPage: 1 };
  assert.deepEqual(starts(brokenAt([...linesOn(0, 20, 20), across, ...linesOn(1, 10, 20)], 2)), []);
});

test('where a stretch is too long all of its pages are broken', () => {
  const blocks = [...linesOn(0, 37, 20), ...linesOn(1, 34, 20), ...linesOn(2, 10, 20)];
  const document = documentOf(blocks);
  for (const stretch of stretchesOf(document, 3)) breakEveryPage(stretch);
  assert.deepEqual(starts(document.sections[0]?.blocks ?? []), [37, 71]);
});

test('a table continues on the page of its row, under the same head', () => {
  const head = rowOn(0, [cell('Name'), cell('Sum')], { isHeader: true });
  const rows = [0, 0, 1, 1].map((page) => rowOn(page, [cell('a'), cell('b')]));
  const table: Table = { kind: 'table', left: 0, columns: [100, 100], padding: 2, rows: [head, ...rows], page: 0 };
  const blocks = brokenAt([table], 2);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['table', 'paragraph', 'table'],
  );
  assert.deepEqual(starts(blocks), [1]);
  const [first, , second] = blocks;
  assert.ok(first?.kind === 'table' && second?.kind === 'table');
  assert.equal(first.rows.length, 3);
  assert.deepEqual(
    second.rows.map(({ isHeader }) => isHeader),
    [true, false, false],
  );
  // Tightening one of them does not change the other.
  assert.notEqual(second.rows[0]?.cells[0]?.blocks[0], first.rows[0]?.cells[0]?.blocks[0]);
});

test('a cell over several rows begins anew where its table is parted', () => {
  const covered = () => cell('', { isCovered: true });
  const rows = [
    rowOn(0, [cell('all', { rowSpan: 4 }), cell('a')]),
    rowOn(0, [covered(), cell('b')]),
    rowOn(1, [covered(), cell('c')]),
    rowOn(1, [covered(), cell('d')]),
    rowOn(1, [cell('other'), cell('e')]),
  ];
  const blocks = brokenAt([{ kind: 'table', left: 0, columns: [100, 100], padding: 2, rows, page: 0 }], 2);
  const second = blocks.at(-1);
  assert.ok(second?.kind === 'table');
  const [begun] = second.rows[0]?.cells ?? [];
  assert.deepEqual([begun?.isCovered, begun?.rowSpan], [false, 2]);
  assert.equal(second.rows[1]?.cells[0]?.isCovered, true);
});
