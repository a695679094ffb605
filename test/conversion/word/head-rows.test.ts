// Tables whose PDF names no head have one in Word where their first row looks like it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Borders, CellBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { headRowsOf } from '#conversion/word/compose/head-rows.ts';
import { line } from '../../support/word-pages.ts';

interface Look {
  bold?: boolean;
  shading?: string;
  borders?: Borders;
  page?: number;
}

/** Rows of three cells, each as its row looks. */
function tableOf(rows: readonly Look[], headerRows = 0): TableBlock {
  const box = { left: 72, right: 372, top: 100, bottom: 100 + rows.length * 20 };
  const cells = rows.flatMap(({ bold = false, shading, borders = {}, page = 0 }, row) =>
    [0, 1, 2].map((column): CellBlock => {
      const own = { left: 72 + column * 100, right: 172 + column * 100, top: 100 + row * 20, bottom: 120 + row * 20 };
      const lines = [line('Words', { left: own.left, baseline: own.top + 14, bold, page })];
      return {
        box: own,
        row,
        column,
        rowSpan: 1,
        columnSpan: 1,
        blocks: [{ kind: 'text', lines, container: own }],
        borders,
        ...(shading === undefined ? {} : { shading }),
      };
    }),
  );
  const ys = Array.from({ length: rows.length + 1 }, (_, n) => 100 + n * 20);
  return { kind: 'table', page: 0, box, xs: [72, 172, 272, 372], ys, cells, headerRows };
}

const plain: Look = {};
const ruled: Look = { borders: { bottom: { thickness: 1, color: '000000' } } };

test('a first row that is bold, shaded or ruled off is the head of its table', () => {
  for (const look of [{ bold: true }, { shading: 'dddddd' }, ruled])
    assert.equal(headRowsOf(tableOf([look, plain, plain, plain])), 1);
  assert.equal(headRowsOf(tableOf([ruled, plain, plain, ruled])), 1);
});

test('a first row like the others is no head, and neither is the first of only two', () => {
  for (const look of [plain, { bold: true }, { shading: 'dddddd' }, ruled])
    assert.equal(headRowsOf(tableOf([look, look, look, look])), 0);
  assert.equal(headRowsOf(tableOf([{ bold: true }, plain])), 0);
});

test('a table over two pages repeats no head that the PDF did not repeat', () => {
  const rows = [{ bold: true }, plain, { page: 1 }, { page: 1 }];
  assert.equal(headRowsOf(tableOf(rows)), 0);
  assert.equal(headRowsOf(tableOf(rows, 1)), 1);
});
