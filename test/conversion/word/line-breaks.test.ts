// Conclusions from the ends of lines, columns and pages: the body's box, the right edge, and text that continues after a break.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBox } from '#conversion/layout/blocks/body.ts';
import { joinAcrossBreaks } from '#conversion/layout/blocks/join.ts';
import { commonRight, rightInterval } from '#conversion/word/after/wrapping.ts';
import { block, column, fullLines, fullText, line, type Placed } from '../../support/word-pages.ts';

const a4 = { width: 595, height: 842 };

test('the body begins where many lines do, and ends where justified ones do', () => {
  const box = bodyBox([...fullLines(40), line('abcd', { left: 30 })], a4);
  assert.equal(box.left, 72 - 42);
  const many = bodyBox([...fullLines(120), line('abcd', { left: 30 })], a4);
  assert.equal(many.left, 72);
  assert.equal(many.right, 472);
});

test('a twelfth of the lines that end at one edge are justified', () => {
  const ending = (count: number) =>
    bodyBox(
      Array.from({ length: 50 }, (_, n) =>
        line(fullText, { right: n < count ? 510 : 480 - n * 3, baseline: 100 + n * 12 }),
      ),
      a4,
    ).right;
  assert.equal(ending(4), 510);
  assert.equal(ending(3), 523);
});

test('ragged lines stay before the edge, and margins are equal', () => {
  const ragged = (short: number, count = 30) =>
    bodyBox(
      Array.from({ length: count }, (_, n) =>
        line(fullText, { right: 523 - short - ((n * 7) % 40), baseline: 100 + n * 12 }),
      ),
      a4,
    ).right;
  assert.equal(ragged(10), 523);
  assert.equal(ragged(19), 523);
  assert.ok(ragged(30) < 495);
});

test('a few short lines say nothing of the right edge: margins are equal', () => {
  assert.equal(bodyBox([line('Hello world', { left: 72 })], a4).right, 595 - 72);
});

test('a page without lines has usual margins', () => {
  assert.equal(bodyBox([], a4).left, 595 * 0.12);
});

/** A paragraph at the end of a page and one at the beginning of the next. */
function joined(last: Placed & { text?: string }, first: Placed & { text?: string }, second: Placed = {}): number {
  const before = block([...fullLines(2), line(last.text ?? fullText, { right: column.right, baseline: 124, ...last })]);
  const after = block([
    line(first.text ?? fullText, { right: column.right, page: 1, ...first }),
    line(fullText, { right: column.right, page: 1, baseline: 112, size: first.size ?? 10, ...second }),
  ]);
  return joinAcrossBreaks([before, after], new Set([after])).length;
}
const capital = `Abcd ${fullText.slice(5)}`;

test('a paragraph whose last line is full continues on the next page', () => {
  assert.equal(joined({}, {}), 1);
  assert.equal(joined({ right: column.right - 60 }, {}), 2);
});

test('a paragraph that ends with a full stop continues only in the middle of a sentence', () => {
  const ended = `${fullText.slice(0, -1)}.`;
  assert.equal(joined({ text: ended }, {}), 1);
  assert.equal(joined({ text: ended }, { text: capital }), 2);
  assert.equal(joined({}, { text: capital }), 1);
});

test('italic text does not continue in text without italic letters', () => {
  const text = (index: number, italic: boolean) => {
    const lines = fullLines(2, { page: index }).map((own) => ({
      ...own,
      glyphs: own.glyphs.map((glyph) => ({ ...glyph, style: { ...glyph.style, italic } })),
    }));
    return block(lines);
  };
  const count = (first: boolean, second: boolean) => {
    const after = text(1, second);
    return joinAcrossBreaks([text(0, first), after], new Set([after])).length;
  };
  assert.deepEqual([count(true, true), count(false, false), count(false, true), count(true, false)], [1, 1, 2, 2]);
});

test('an indented capital begins a paragraph on the next page', () => {
  assert.equal(joined({}, { text: capital, left: column.left + 6.9 }), 1);
  assert.equal(joined({}, { text: capital, left: column.left + 7.1 }), 2);
});

test('text of another size does not continue a paragraph', () => {
  assert.equal(joined({}, { size: 10.2 }), 1);
  assert.equal(joined({}, { size: 10.4 }), 2);
});

test('an item of a list does not continue the previous paragraph', () => {
  assert.equal(joined({}, { text: `•\t${fullText}` }), 2);
});

test('a column is at least as wide as its longest line, and has no room for the next word', () => {
  const lines = [line(fullText, { right: 460 }), line('abcd abcd', { baseline: 112 })];
  // The blank has two points, the word twenty.
  const { low, high } = rightInterval(block(lines)) ?? { low: 0, high: 0 };
  assert.deepEqual([low, high].map(Math.round), [460, 482]);
  assert.equal(rightInterval(block(line(fullText))), null);
});

test('justified lines show the edge to a hair', () => {
  const interval = rightInterval(block(fullLines(3)));
  assert.ok(interval !== null);
  assert.ok(Math.abs(interval.low - 471.9) < 1e-9 && Math.abs(interval.high - 472.6) < 1e-9);
});

test('the right edge is the likely one, unless another one breaks more paragraphs where they are', () => {
  assert.equal(commonRight([{ low: 460, high: 480 }], 472), 472);
  assert.equal(commonRight([{ low: 475, high: 490 }], 472), 475.6);
  assert.equal(
    commonRight(
      [
        { low: 475, high: 476 },
        { low: 470, high: 490 },
        { low: 460, high: 473 },
      ],
      474,
    ),
    475.5,
  );
});

test('text at one place of every page does not show where the body begins', () => {
  const pages = Array.from({ length: 12 }, (_, page) => [
    ...fullLines(20, { page, baseline: 100 + page * 3 }),
    line('printed by', { left: 30, baseline: 800, page }),
  ]);
  assert.equal(bodyBox(pages.flat(), a4).left, column.left);
});
