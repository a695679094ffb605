// Code of documents without tags: one block with its lines, blank lines, indents and gaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { textOf } from '#conversion/word/docx-model.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { analyseForWord, bare, fullText, letters, page } from '../../support/word-pages.ts';

const typewritten = (glyphs: Glyph[], font = 'Courier New'): Glyph[] =>
  glyphs.map((glyph) => ({ ...glyph, style: { ...glyph.style, font } }));
const running = (from: number) =>
  Array.from({ length: 8 }, (_, n) => letters(fullText, { right: 472, baseline: from + n * 12 })).flat();
/** Lines of five-point letters, two blanks of indent for each ">" and a gap of ten blanks for "|"; "" is a blank line. */
const code = (lines: readonly string[], from: number, font?: string) =>
  typewritten(
    lines.flatMap((text, n) => {
      const indent = /^>*/.exec(text)?.[0].length ?? 0;
      const [first = '', second] = text.slice(indent).split('|');
      const left = 72 + indent * 10;
      const placed = { left, baseline: from + n * 12 };
      return [
        ...letters(first, placed),
        ...(second === undefined ? [] : letters(second, { ...placed, left: left + first.length * 5 + 50 })),
      ];
    }),
    font,
  );

const blocksOf = (glyphs: readonly Glyph[]) =>
  composeDocument(
    analyseForWord({
      pages: [page(0, glyphs)],
      ...bare,
    }),
  ).sections.flatMap(({ blocks }) => blocks);

const textsOf = (glyphs: readonly Glyph[]): string[] =>
  blocksOf(glyphs).flatMap((block) => (block.kind === 'paragraph' ? [textOf(block)] : ['a table']));

const listing = [
  'def main(args):',
  '>for ship in args:',
  '>>moor(ship)|# at the quay',
  '',
  '>return 0',
  '- no item',
  '1. none',
];

test('code stays one block with its blank lines, indents and gaps, and no line of it is an item', () => {
  const texts = textsOf([...running(100), ...code(listing, 220), ...running(330)]);
  assert.equal(texts.length, 3);
  assert.equal(
    texts[1],
    [
      'def main(args):',
      '  for ship in args:',
      '    moor(ship)          # at the quay',
      '',
      '  return 0',
      '- no item',
      '1. none',
    ].join('\n'),
  );
});

test('two listings with text between them are two', () => {
  const texts = textsOf([
    ...running(100),
    ...code(['npm install', 'npm run build'], 220),
    ...running(260),
    ...code(['git commit', 'git push --all'], 380),
  ]);
  assert.deepEqual([texts[1], texts[3]], ['npm install\nnpm run build', 'git commit\ngit push --all']);
});

test('a letter that is typewritten throughout is no code', () => {
  const letter = typewritten([...running(100), ...letters('Yours truly', { baseline: 240 })]);
  assert.deepEqual(textsOf(letter).length, 2);
  assert.ok(!textsOf(letter)[0]?.includes('\n'));
});

test('lines of code that reach over the column keep their length, and begin where they did', () => {
  const long = `from harbour.cranes.heavy.lifting import ${'Crane'.repeat(10)}`;
  const [, block] = blocksOf([...running(100), ...code(['make ready', long, 'make all'], 220), ...running(330)]);
  assert.ok(block?.kind === 'paragraph' && block.indentRight < -40);
  assert.equal(textOf(block), ['make ready', long, 'make all'].join('\n'));
});

test('a line of code that fills the column is not joined with the comment below it', () => {
  const full = `call(${'q'.repeat(74)})`;
  const filled = [full, '// The next line says why.', 'make all'];
  const [, block] = blocksOf([...running(100), ...code(filled, 220), ...running(330)]);
  assert.ok(block?.kind === 'paragraph');
  assert.equal(textOf(block), filled.join('\n'));
});
