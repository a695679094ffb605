// Gutters by the room between columns: their lines need not share heights, and pages of one layout confirm each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionsOf } from '#conversion/layout/blocks/columns.ts';
import type { PageItem } from '#conversion/layout/blocks/page-item.ts';
import { guttersOf, repeatedGutters } from '#conversion/layout/blocks/gutters.ts';
import { column as body, line } from '../../support/word-pages.ts';

interface Side {
  left: number;
  right: number;
  count: number;
  from?: number;
  leading?: number;
  size?: number;
}

const item = (left: number, right: number, baseline: number, size = 10): PageItem => {
  const own = line('abcd abcd', { left, right, baseline, size });
  return { left, right, top: own.top, bottom: own.bottom, line: own };
};

const lines = ({ left, right, count, from = 100, leading = 12 }: Side): PageItem[] =>
  Array.from({ length: count }, (_, n) => item(left, right, from + n * leading));

/** Two columns whose lines are at different heights. */
const columns = (count = 8): PageItem[] => [
  ...lines({ left: 72, right: 262, count }),
  ...lines({ left: 282, right: 472, count, from: 104, leading: 13 }),
];

const counts = (items: readonly PageItem[]) => regionsOf(items, body).map((region) => region.columns.length);

test('lines of both columns need not share their heights', () => {
  assert.deepEqual(counts(columns()), [2]);
});

test('three columns are three', () => {
  const three = [72, 212, 352].flatMap((left, n) => lines({ left, right: left + 120, count: 8, from: 100 + n * 3 }));
  assert.deepEqual(counts(three), [3]);
});

test('a title over the first column that does not reach the second one is above both', () => {
  assert.deepEqual(counts([item(72, 200, 70, 20), ...columns()]), [1, 2]);
  // In the size of the text it is a line of its column.
  assert.deepEqual(counts([item(72, 200, 88), ...columns()]), [2]);
});

test('a large line under which all columns begin again parts them', () => {
  const again = [
    ...lines({ left: 72, right: 262, count: 6, from: 260 }),
    ...lines({ left: 282, right: 472, count: 6, from: 260 }),
  ];
  assert.deepEqual(counts([...columns(), item(72, 200, 235, 20), ...again]), [2, 1, 2]);
});

test('a line that is too long for its column does not end it', () => {
  const tooLong = item(72, 300, 100 + 4 * 12);
  const items = columns(12).map((own, n) => (n === 4 ? tooLong : own));
  assert.deepEqual(counts(items), [2]);
});

test('a line across both columns parts them', () => {
  const moved = columns().map((own) => ({ ...own, top: own.top + 140, bottom: own.bottom + 140 }));
  assert.deepEqual(counts([...columns(), item(72, 472, 225), ...moved]), [2, 1, 2]);
});

test('columns that other pages have too may be short', () => {
  const short = columns(3);
  const known = repeatedGutters([guttersOf(columns(), body), guttersOf(columns(), body)]);
  assert.equal(guttersOf(short, body).length, 0);
  assert.equal(guttersOf(short, body, known).length, 1);
  assert.equal(repeatedGutters([guttersOf(columns(), body), []]).length, 0);
});

test('short lines beside each other are columns if their heights differ, and rows if they share them', () => {
  const [left, right] = [
    { left: 72, right: 130, count: 9 },
    { left: 220, right: 262, count: 9 },
  ];
  const words = (own: typeof left, from: number) =>
    lines({ ...own, from }).map((full, n) => (n % 3 === 0 ? full : item(own.left, own.left + 18, from + n * 12)));
  assert.deepEqual(counts([...words(left, 100), ...words(right, 105)]), [2]);
  assert.deepEqual(counts([...words(left, 100), ...words(right, 100)]), [1]);
});
