// Words and numbers are not broken in cells: columns are as wide as the widest, or its letters are narrower.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWords } from '#conversion/word/compose/cell-words.ts';
import { type Cell, type Paragraph, plainParagraph, type Table } from '#conversion/word/docx-model.ts';
import { widthOf } from '#conversion/word/measure/text-width.ts';
import { wordWidthsOf } from '#conversion/word/measure/words.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

const style = { ...plainStyle(10), font: 'Arial' };

const paragraph = (text: string, more: Partial<Paragraph> = {}): Paragraph => ({
  ...plainParagraph([{ text, style }]),
  ...more,
});

const cellOf = (content: Paragraph): Cell => ({
  blocks: [content],
  columnSpan: 1,
  rowSpan: 1,
  isCovered: false,
  borders: {},
});

const tableOf = (columns: number[], rows: Paragraph[][]): Table => ({
  kind: 'table',
  left: 0,
  columns,
  padding: 2,
  rows: rows.map((own) => ({ cells: own.map(cellOf), height: 12, isHeader: false, isWhole: true })),
});

const total = ({ columns }: Table) => columns.reduce((sum, width) => sum + width, 0);

/** Whether each word has room in its column. */
const fits = ({ rows, columns, padding }: Table) =>
  rows.every(({ cells }) =>
    cells.every(({ blocks }, n) =>
      blocks.every((own) => own.kind === 'table' || wordWidthsOf(own).word <= (columns[n] ?? 0) - 2 * padding),
    ),
  );

test('words are as wide as their letters in all runs, and end at blanks, hyphens and tabs', () => {
  const long = {
    ...plainParagraph([
      { text: '33,', style },
      { text: '800 to', style },
    ]),
  };
  assert.ok(Math.abs(wordWidthsOf(long).word - widthOf('33,800', style)) < 0.01);
  assert.ok(Math.abs(wordWidthsOf(long).line - widthOf('33,800 to', style)) < 0.01);
  assert.equal(wordWidthsOf(paragraph('up-to-date')).word, widthOf('date', style));
});

test('a column that is too narrow for its number gets the spare width of another one, and the table stays as wide', () => {
  const table = tableOf([28, 200], [[paragraph('33,800'), paragraph('Rent')]]);
  assert.equal(fits(table), false);
  fitWords(table, 228);
  assert.ok(fits(table));
  assert.ok(Math.abs(total(table) - 228) < 0.01);
  // Nothing is narrowed where columns do.
  assert.ok(
    table.rows[0]?.cells.every(({ blocks: [own] }) => own?.kind === 'paragraph' && own.runs[0]?.style === style),
  );
});

test('a table whose columns are all full grows into the room beside it', () => {
  const table = tableOf([28, 28], [[paragraph('33,800'), paragraph('44,900')]]);
  fitWords(table, 300);
  assert.ok(fits(table));
  assert.ok(total(table) < 75);
});

test('where there is no room at all letters come closer or get narrower, long text and addresses do not', () => {
  const table = tableOf([30], [[paragraph('33,800')]]);
  fitWords(table, 30);
  assert.ok(fits(table));
  assert.deepEqual(table.columns, [30]);
  const address = paragraph('https://example.com/a/very/long/address/that/has/no/room');
  const other = tableOf([60], [[address]]);
  fitWords(other, 60);
  assert.equal(address.runs[0]?.style, style);
});

test('indents give way before columns do', () => {
  const own = paragraph('33,800', { indentLeft: 20, indentRight: 10 });
  const table = tableOf([40, 40], [[own, paragraph('A')]]);
  fitWords(table, 80);
  assert.deepEqual(table.columns, [40, 40]);
  assert.equal(own.indentRight, 0);
  assert.ok(own.indentLeft < 6 && own.indentLeft > 0);
});

test('a cell over two columns gets room for its word in the last of them', () => {
  const [wide, narrow] = [cellOf(paragraph('Incomprehensible')), cellOf(paragraph('Rent'))];
  const table: Table = {
    ...tableOf([30, 30, 100], []),
    rows: [{ cells: [{ ...wide, columnSpan: 2 }, narrow], height: 12, isHeader: false, isWhole: true }],
  };
  fitWords(table, 160);
  const [first = 0, second = 0] = table.columns;
  assert.ok(first + second - 4 > widthOf('Incomprehensible', style));
  assert.ok(Math.abs(total(table) - 160) < 0.01);
});

test('a table in which every word has room stays as it is', () => {
  const table = tableOf([60, 60], [[paragraph('33,800', { indentLeft: 4 }), paragraph('Rent')]]);
  const before = structuredClone(table);
  fitWords(table, 500);
  assert.deepEqual(table, before);
});
