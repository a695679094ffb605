// Lines of Chinese, Japanese and Korean: their blanks, and signs that are drawn after their line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf } from '#conversion/word/compose/runs.ts';
import { linesOf, lineOf, piecesOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import { orderVisually } from '#conversion/layout/lines/visual-order.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { readingLines } from '#conversion/layout/tagged/reading-lines.ts';
import { letters } from '../../support/word-pages.ts';

/** Words of so many points a letter, and the gaps in em behind them. */
function row(words: readonly (readonly [text: string, gap: number])[]): Glyph[] {
  let left = 72;
  return words.flatMap(([text, gap]) => {
    const width = text > '~' ? 10 : 5;
    const own = [...text].map((letter, n) => ({
      ...letters(letter)[0]!,
      left: left + n * width,
      right: left + (n + 1) * width,
    }));
    left += text.length * width + gap * 10;
    return own;
  });
}

/** As lines of a page, and as those of a tagged document. */
function read(glyphs: Glyph[]): string[] {
  const ordered = orderVisually(glyphs);
  const pages = ordered.map(() => 0);
  return [...linesOf(piecesOf(ordered, 0)), ...readingLines(ordered, pages)].map(textOfLine);
}

test('the room that word processors leave between scripts is no blank, a wider one is', () => {
  const own = row([
    ['日本', 0.25],
    ['Word', 0.2],
    ['文', 0.34],
    ['2024', 0.25],
    ['年', 0],
  ]);
  assert.deepEqual(read(own), ['日本Word文 2024年', '日本Word文 2024年']);
});

test('Korean words keep their blanks, which are narrow, and get no new ones', () => {
  const own = row([
    ['에서', 0.25],
    ['2024', 0.2],
    ['년에', 0.25],
    ['만들', 0.2],
    ['.', 0],
  ]);
  assert.deepEqual(read(own), ['에서 2024년에 만들.', '에서 2024년에 만들.']);
});

test('signs that are drawn after their line are in it', () => {
  const own = row([
    ['这', 0],
    ['“', 0],
    ['引号', 0],
    ['”', 0],
    ['结束', 0],
  ]);
  const signs = own.filter(({ text }) => /[“”]/.test(text));
  assert.deepEqual(read([...own.filter((glyph) => !signs.includes(glyph)), ...signs]), [
    '这“引号”结束',
    '这“引号”结束',
  ]);
});

test('the ellipsis of Chinese is no leader', () => {
  const textsOf = (text: string) =>
    runsOf([lineOf(letters(text), 0)], { words: new Set(), hyphenates: false }, { bookmark: () => undefined }).map(
      (run) => run.text,
    );
  assert.deepEqual(textsOf('他说……我们'), ['他说……我们']);
  assert.deepEqual(textsOf('第一章…………………3'), ['第一章\t3']);
  assert.deepEqual(textsOf('Chapter ………… 3'), ['Chapter\t3']);
});
