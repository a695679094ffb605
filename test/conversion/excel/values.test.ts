// Values of cells from their text: numbers and dates only if that is certain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signsOfColumn, signsOfDocument } from '#conversion/excel/values/signs.ts';
import { valueOf } from '#conversion/excel/values/value.ts';

/** Values of the cells of one column, which are all that the document has. */
const valuesOf = (language: string, cells: string[]) => {
  const signs = signsOfColumn(cells, signsOfDocument(cells, [], language));
  return cells.map((text) => {
    const value = valueOf(text, signs);
    if (value.kind === 'text') return value.text;
    if (value.kind === 'boolean') return value.value;
    return [value.kind === 'date' ? value.iso : value.number, value.format];
  });
};

test('numbers have the signs of the document’s language', () => {
  assert.deepEqual(valuesOf('de', ['1.234,56', '1.234', '0,5']), [
    [1234.56, '[$-407]#,##0.00'],
    [1234, '[$-407]#,##0'],
    [0.5, '[$-407]0.0'],
  ]);
  assert.deepEqual(valuesOf('en-US', ['1,234.56', '1,234', '1.234']), [
    [1234.56, '#,##0.00'],
    [1234, '#,##0'],
    [1.234, '0.000'],
  ]);
  assert.deepEqual(valuesOf('fr', ['1\u202f234,5']), [[1234.5, '[$-40C]#,##0.0']]);
  assert.deepEqual(valuesOf('de-CH', ['1’234.50']), [[1234.5, '[$-807]#,##0.00']]);
});

test('the numbers of a document say more of its signs than its language does', () => {
  assert.deepEqual(valuesOf('en', ['1.234,56', '12,5', '1.234']), [
    [1234.56, '[$-407]#,##0.00'],
    [12.5, '[$-407]0.0'],
    [1234, '[$-407]#,##0'],
  ]);
});

test('ambiguous thousands or decimals stay text', () => {
  assert.deepEqual(valuesOf('', ['1,234', '1.234', '17']), ['1,234', '1.234', [17, '0']]);
});

test('a number against the signs of its document stays text', () => {
  assert.deepEqual(valuesOf('de', ['3,5', '7,25', '8,1', '9,2', '1.1', '2024.10']).slice(4), ['1.1', '2024.10']);
});

test('percentages, currencies and negative numbers are shown as they were written', () => {
  assert.deepEqual(
    valuesOf('en', ['12.5 %', '3%', '$5.00', '-$5', '1,000 EUR', 'CHF 7.50', '−4', '(1,200)', '1.5-', '+3']),
    [
      [0.125, '0.0\\ %'],
      [0.03, '0%'],
      [5, '"$"0.00'],
      [-5, '"$"0'],
      [1000, '#,##0\\ [$EUR]'],
      [7.5, '[$CHF]\\ 0.00'],
      [-4, '0'],
      [-1200, '#,##0;\\(#,##0\\)'],
      [-1.5, '0.0;0.0\\-'],
      [3, '\\+0;\\-0'],
    ],
  );
});

test('numbers of lists, marks, telephones, articles and accounts stay text', () => {
  assert.deepEqual(valuesOf('en', ['(1)', '(2)']), ['(1)', '(2)']);
  const texts = ['2-', '+49 171 123 456', '007', '0151', '1234567890123456', '-', '12 kg', '1.2.3', '10:70'];
  assert.deepEqual(valuesOf('en', texts), texts);
});

test('dates keep their format, and stay text if day and month are ambiguous', () => {
  assert.deepEqual(
    valuesOf('de', ['31.01.2024', '1. März 2024', '2024-02-29', '01.02.24', '12:30', '05.06.2024 08:15']),
    [
      ['2024-01-31', 'dd\\.mm\\.yyyy'],
      ['2024-03-01', '[$-407]d\\. mmmm yyyy'],
      ['2024-02-29', 'yyyy\\-mm\\-dd'],
      ['2024-02-01', 'dd\\.mm\\.yy'],
      ['12:30:00', 'hh:mm'],
      ['2024-06-05T08:15:00', 'dd\\.mm\\.yyyy hh:mm'],
    ],
  );
  assert.deepEqual(valuesOf('en', ['05/06/2024', '30.02.2024', 'Jan 31, 2024']), [
    '05/06/2024',
    '30.02.2024',
    ['2024-01-31', '[$-409]mmm dd\\, yyyy'],
  ]);
  assert.deepEqual(valuesOf('en', ['05/06/2024', '05/31/2024']), [
    ['2024-05-06', 'mm\\/dd\\/yyyy'],
    ['2024-05-31', 'mm\\/dd\\/yyyy'],
  ]);
  assert.deepEqual(valuesOf('fr', ['31 janvier 2024']), [['2024-01-31', '[$-40C]dd mmmm yyyy']]);
});

test('long texts of digits and signs are read in one pass', () => {
  const began = performance.now();
  for (const text of ['1,'.repeat(50_000), '(('.repeat(50_000), `${'1 '.repeat(50_000)}x`, '-'.repeat(100_000)])
    assert.equal(valuesOf('en', [text])[0], text);
  assert.ok(performance.now() - began < 5000, 'not slower with every letter');
});
