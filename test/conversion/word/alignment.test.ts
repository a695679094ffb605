// The alignment of paragraphs, from the edges of their lines in a column of 400 points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignmentOf, narrowsBlanks, typicalAlignment } from '#conversion/word/fit/alignment.ts';
import type { Alignment } from '#conversion/layout/layout-blocks.ts';
import { block, column, fullLines, fullText, line } from '../../support/word-pages.ts';

/** The alignment of lines that are indented from both edges by these distances. */
const aligned = (insets: readonly (readonly [before: number, after: number])[], typical: Alignment = 'left') =>
  alignmentOf(
    block(
      insets.map(([before, after], n) =>
        line(fullText, { left: column.left + before, right: column.right - after, baseline: 100 + n * 12 }),
      ),
    ),
    typical,
  );

test('a date at the right edge is right-aligned, a long line that just reaches it is not', () => {
  assert.equal(aligned([[150, 0]]), 'right');
  assert.equal(aligned([[130, 0]]), 'left');
});

test('a right-aligned line ends at the edge', () => {
  assert.equal(aligned([[200, 2.9]]), 'right');
  assert.equal(aligned([[200, 3.1]]), 'left');
});

test('a title with as much room before it as behind it is centred', () => {
  assert.equal(aligned([[100, 103.5]]), 'center');
  assert.equal(aligned([[100, 104.5]]), 'left');
});

test('a line that nearly fills its column is not centred', () => {
  assert.equal(aligned([[16, 16]]), 'center');
  assert.equal(aligned([[14, 14]]), 'left');
});

test('small lines are centred within two points and a half', () => {
  const small = (after: number) => alignmentOf(block(line('abcd', { left: 222, right: 472 - after, size: 5 })), 'left');
  assert.equal(small(152.4), 'center');
  assert.equal(small(152.6), 'left');
});

test('several centred lines are centred where their left edges differ', () => {
  assert.equal(
    aligned([
      [40, 40],
      [46, 46],
      [40, 40],
    ]),
    'center',
  );
  assert.equal(
    aligned([
      [40, 40],
      [44, 44],
      [40, 40],
    ]),
    'left',
  );
});

test('a paragraph whose lines end at one edge is justified, its last line aside', () => {
  assert.equal(
    aligned([
      [0, 0],
      [0, 1.1],
      [0, 0],
      [0, 200],
    ]),
    'both',
  );
  assert.equal(
    aligned([
      [0, 0],
      [0, 1.3],
      [0, 0],
      [0, 200],
    ]),
    'left',
  );
});

test('a justified paragraph has one left edge, the indent of its first line aside', () => {
  assert.equal(
    aligned([
      [20, 0],
      [0, 0],
      [1.4, 0],
      [0, 200],
    ]),
    'both',
  );
  assert.equal(
    aligned([
      [20, 0],
      [0, 0],
      [1.6, 0],
      [0, 200],
    ]),
    'left',
  );
});

test('two lines of which the first is full are as most of the document', () => {
  assert.equal(
    aligned(
      [
        [0, 1.1],
        [0, 200],
      ],
      'both',
    ),
    'both',
  );
  assert.equal(
    aligned(
      [
        [0, 1.3],
        [0, 200],
      ],
      'both',
    ),
    'left',
  );
  assert.equal(
    aligned(
      [
        [0, 0],
        [0, 200],
      ],
      'left',
    ),
    'left',
  );
});

test('an address at the right edge is right-aligned', () => {
  assert.equal(
    aligned([
      [200, 0],
      [230, 1.4],
      [260, 0],
    ]),
    'right',
  );
  assert.equal(
    aligned([
      [200, 0],
      [230, 1.6],
      [260, 0],
    ]),
    'left',
  );
  assert.equal(
    aligned([
      [200, 11],
      [230, 11],
      [260, 11],
    ]),
    'left',
  );
});

test('text from right to left begins at the right edge', () => {
  const hebrew = 'שלום עולם';
  assert.equal(alignmentOf(block(line(hebrew, { left: 300, right: 472 })), 'left'), 'right');
  assert.equal(alignmentOf(block(line(hebrew, { left: 72, right: 240 })), 'left'), 'left');
});

test('a document is justified where most of its longer paragraphs are', () => {
  const justified = block(fullLines(4));
  const ragged = block(
    [0, 30, 10, 200].map((after, n) => line(fullText, { right: 472 - after, baseline: 100 + n * 12 })),
  );
  assert.equal(typicalAlignment([justified, justified, ragged]), 'both');
  assert.equal(typicalAlignment([justified, ragged, ragged]), 'left');
  const two = block(fullLines(2));
  assert.equal(typicalAlignment([two, two, two, two, ragged]), 'left');
});

test('blanks of justified lines are narrowed where they are narrower than those of last lines', () => {
  const natural = line('abcd abcd abcd abcd abcd', { left: 72, baseline: 148 });
  /** Letters as wide as in the last line, and the blanks between them by so much narrower. */
  const paragraph = (narrower: number) =>
    block([
      ...[100, 112, 124, 136].map((baseline) => {
        const own = line(fullText, { left: 72, baseline });
        const glyphs = own.glyphs.map((glyph, n) => {
          const before = fullText.slice(0, n).split(' ').length - 1;
          const shift = before * narrower;
          return {
            ...glyph,
            left: glyph.left - shift,
            right: glyph.right - shift - (glyph.text === ' ' ? narrower : 0),
          };
        });
        return { ...own, glyphs };
      }),
      natural,
    ]);
  assert.equal(narrowsBlanks([paragraph(0.4)]), true);
  assert.equal(narrowsBlanks([paragraph(0.2)]), false);
  assert.equal(narrowsBlanks([block(natural)]), true);
});

test('text from right to left is aligned as other text is, seen in a mirror', () => {
  const hebrew = Array.from({ length: 16 }, () => 'אבגד').join(' ');
  const alignedHebrew = (insets: readonly (readonly [before: number, after: number])[], typical: Alignment = 'left') =>
    alignmentOf(
      block(
        insets.map(([before, after], n) =>
          line(hebrew, { left: column.left + before, right: column.right - after, baseline: 100 + n * 12 }),
        ),
      ),
      typical,
    );
  assert.equal(
    alignedHebrew([
      [20, 0],
      [60, 0],
      [200, 0],
    ]),
    'right',
  );
  assert.equal(
    alignedHebrew([
      [0, 0],
      [0, 0],
      [200, 0],
    ]),
    'both',
  );
  assert.equal(
    alignedHebrew([
      [0, 30],
      [0, 70],
      [0, 200],
    ]),
    'left',
  );
  assert.equal(alignedHebrew([[0, 200]]), 'left');
  assert.equal(alignedHebrew([[100, 100]]), 'center');
  const ragged = block(
    [20, 60, 0, 40].map((before, n) =>
      line(hebrew, { left: column.left + before, right: column.right, baseline: 100 + n * 12 }),
    ),
  );
  assert.equal(typicalAlignment([ragged]), 'left');
});
