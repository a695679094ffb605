// Tables that are read from right to left: their first cell is the one on the right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOf } from '#conversion/word/compose/table.ts';
import type { CellBlock, TableBlock } from '#conversion/layout/layout-blocks.ts';
import { turnTables } from '#conversion/layout/blocks/right-to-left-tables.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { reachLeft } from '#conversion/layout/tagged/cell-texts.ts';
import { tableFrom } from '#conversion/layout/tagged/tables.ts';
import { block, column, fullText, letters, line, page } from '../../support/word-pages.ts';

const cellAt = (text: string, row: number, at: number, left: number): CellBlock => ({
  box: { left, right: left + 100, top: 100 + row * 20, bottom: 120 + row * 20 },
  row,
  column: at,
  rowSpan: 1,
  columnSpan: 1,
  blocks: [block(line(text, { left: left + 4, baseline: 112 + row * 20 }))],
  borders: {},
});
const textOf = ({ blocks }: CellBlock) =>
  blocks.flatMap((own) => (own.kind === 'text' ? own.lines.map(textOfLine) : [])).join(' ');

test('a table of Hebrew or Arabic words is read from right to left in Word', () => {
  const table = (words: readonly [string, string]): TableBlock => ({
    kind: 'table',
    page: 0,
    box: { left: 72, top: 100, right: 332, bottom: 120 },
    xs: [72, 232, 332],
    ys: [100, 120],
    cells: [cellAt(words[0], 0, 0, 72), cellAt(words[1], 0, 1, 232)],
    headerRows: 0,
  });
  const made = (words: readonly [string, string]) => {
    const own = table(words);
    turnTables([own]);
    const order: string[] = [];
    const { isRightToLeft, columns, left } = tableOf(own, column, (blocks) => {
      order.push(...blocks.flatMap((inner) => (inner.kind === 'text' ? inner.lines.map(textOfLine) : [])));
      return [];
    });
    return { isRightToLeft, columns, left, order };
  };
  assert.deepEqual(made(['נמל', 'ספינה']), {
    isRightToLeft: true,
    columns: [100, 160],
    left: column.right - 332,
    order: ['ספינה', 'נמל'],
  });
  assert.deepEqual(made(['quay', 'ship']), {
    isRightToLeft: undefined,
    columns: [160, 100],
    left: 0,
    order: ['quay', 'ship'],
  });
});

test('a tagged table that begins on the right has the columns of its text', () => {
  const rows = [
    ['one of these', 'two of these', 'ten of these'],
    ['one of these', 'two of these', 'ten of these'],
    ['one of these', 'two of these', 'ten of these'],
  ];
  // The first column is at 272, the last one at 72.
  const cells = rows.flatMap((row, y) =>
    row.map((text, x) => {
      const left = 272 - x * 100;
      return cellAt(text, y, x, left);
    }),
  );
  const rules = [68, 168, 268, 341].map((x) => ({
    direction: 'vertical' as const,
    left: x - 0.25,
    right: x + 0.25,
    top: 98,
    bottom: 162,
    thickness: 0.5,
    color: '000000',
  }));
  const body = page(0, letters(fullText, { baseline: 400 }), { rules });
  const table = tableFrom({ cells, stated: new Map(), rows: 3, headerRows: 0 }, [body]);
  assert.ok(table !== null);
  assert.equal(table.isRightToLeft, true);
  assert.deepEqual(
    table.xs.map((x) => Math.round(x)),
    [68, 168, 268, 341],
  );
  assert.deepEqual(
    table.cells
      .filter(({ row }) => row === 2)
      .map((cell) => [textOf(cell).split(' ')[0], cell.column, cell.columnSpan]),
    [
      ['one', 2, 1],
      ['two', 1, 1],
      ['ten', 0, 1],
    ],
  );
});

test('the last cell of a row that is read from right to left spans the columns of its text', () => {
  const cells = [
    cellAt('one', 0, 2, 272),
    cellAt('two and three', 0, 1, 80),
    cellAt('one', 1, 2, 272),
    cellAt('two', 1, 1, 172),
  ];
  reachLeft(cells, [68, 168, 268, 368]);
  assert.deepEqual(
    cells.map(({ column: at, columnSpan }) => [at, columnSpan]),
    [
      [2, 1],
      [0, 2],
      [2, 1],
      [1, 1],
    ],
  );
});
