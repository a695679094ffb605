// Columns of a page: gutters with running text on both sides. The body is 400 points wide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionsOf } from '#conversion/layout/blocks/columns.ts';
import type { PageItem } from '#conversion/layout/blocks/page-item.ts';
import { column as body, line } from '../../support/word-pages.ts';

interface Sides {
  rows?: number;
  gutter?: number;
  /** Where the gutter begins. */
  at?: number;
  /** How much shorter lines of the left side are; 0 without a number for a row. */
  shorter?: readonly number[];
}

/** Rows with a line on both sides of a gutter. */
const twoSides = ({ rows = 6, gutter = 20, at = 262, shorter = [] }: Sides): PageItem[] =>
  Array.from({ length: rows }, (_, n) => {
    const baseline = 100 + n * 12;
    return [
      { left: body.left, right: at - (shorter[n] ?? 0) },
      { left: at + gutter, right: body.right },
    ].map(({ left, right }): PageItem => {
      const own = line('abcd abcd', { left, right, baseline });
      return { left, right, top: own.top, bottom: own.bottom, line: own };
    });
  }).flat();

const wide = (baseline: number): PageItem => {
  const own = line('abcd abcd', { left: body.left, right: body.right, baseline });
  return { left: own.left, right: own.right, top: own.top, bottom: own.bottom, line: own };
};

const counts = (items: readonly PageItem[]) => regionsOf(items, body).map(({ columns }) => columns.length);

test('text on both sides of a gutter is in columns, a title over both is not', () => {
  assert.deepEqual(counts([wide(60), wide(72), ...twoSides({})]), [1, 2]);
  const [, region] = regionsOf([wide(60), wide(72), ...twoSides({})], body);
  assert.deepEqual(region?.columns, [
    { left: 72, right: 262 },
    { left: 282, right: 472 },
  ]);
});

test('four lines make a column, three do not', () => {
  assert.deepEqual(counts(twoSides({ rows: 4 })), [2]);
  assert.deepEqual(counts(twoSides({ rows: 3 })), [1]);
});

test('the narrower a gutter, the more lines it needs', () => {
  assert.deepEqual(counts(twoSides({ rows: 4, gutter: 9.1 })), [2]);
  assert.deepEqual(counts(twoSides({ rows: 4, gutter: 8 })), [1]);
  assert.deepEqual(counts(twoSides({ rows: 12, gutter: 5 })), [2]);
  assert.deepEqual(counts(twoSides({ rows: 9, gutter: 5 })), [1]);
});

test('less than four points are no gutter', () => {
  assert.deepEqual(counts(twoSides({ rows: 40, gutter: 4.1 })), [2]);
  assert.deepEqual(counts(twoSides({ rows: 40, gutter: 3.9 })), [1]);
});

test('numbers beside text are no column: two lines of five have to be long', () => {
  // Short lines are 55 points long.
  const [long, short] = [0, 135];
  const rows = (...shorter: number[]) => counts(twoSides({ rows: shorter.length, shorter }));
  assert.deepEqual(rows(long, short, short, short, long), [2]);
  assert.deepEqual(rows(long, short, short, short, short, long), [1]);
});

test('a long line fills three fifths of its column', () => {
  // Of 190 points.
  assert.deepEqual(counts(twoSides({ rows: 4, shorter: [0, 75, 75, 75] })), [2]);
  assert.deepEqual(counts(twoSides({ rows: 4, shorter: [0, 77, 77, 77] })), [1]);
});

test('gutters are not at the sides of the body', () => {
  // An eighth of 400 points, less a little.
  const picture = (width: number): PageItem => ({ left: body.left, right: body.left + width, top: 91, bottom: 191 });
  const beside = (width: number) =>
    counts([...twoSides({ rows: 8, at: 121 }).filter(({ left }) => left > 121), picture(width)]);
  assert.deepEqual(beside(49), [2]);
  assert.deepEqual(beside(47), [1]);
});

test('lines of a column are longer than sixty points', () => {
  const narrow = (width: number) => counts(twoSides({ rows: 10, at: body.left + width, gutter: 20 }));
  assert.deepEqual(narrow(60.5), [2]);
  assert.deepEqual(narrow(59.5), [1]);
});

test('a picture that is high enough is a column', () => {
  const rows = twoSides({ rows: 8 }).filter(({ left }) => left > 262);
  const picture = (height: number): PageItem => ({ left: body.left, right: 262, top: 91, bottom: 91 + height });
  assert.deepEqual(counts([...rows, picture(61)]), [2]);
  assert.deepEqual(counts([...rows, picture(59)]), [1]);
});
