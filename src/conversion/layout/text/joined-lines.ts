// The lines of a paragraph as one text: blanks where lines meet, words that were parted at line ends whole again.
import { blankBetween, isBlank, textOfLine } from '../lines/lines.ts';
import { isIdeograph } from '../lines/word-gaps.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import type { LineStart } from './typewriter.ts';

const thresholds = {
  /** Lines that end with a hyphen: a document with more hyphenates. */
  minHyphens: 2,
  /** Share of the lines that end with a hyphen, from which a document hyphenates. */
  hyphenatedLines: 0.015,
};

/** Words that the document has: they distinguish hyphens of the author from those of the typesetter. */
export interface Vocabulary {
  words: ReadonlySet<string>;
  /** Whether words are parted at line ends at all. */
  hyphenates: boolean;
}

const hyphens = /[-\u2010\u00ad\u0002]$/;

/** Seen only where a line is broken at it, so that words are parted where they were and lines stay as long. */
const optionalHyphen = '\u00ad';

/** All glyphs of the lines as one sequence, with blanks or optional hyphens where lines meet. */
export function joinedGlyphs(
  lines: readonly TextLine[],
  vocabulary: Vocabulary,
  breaks: ReadonlyMap<TextLine, LineStart> = new Map(),
): Glyph[] {
  const result: Glyph[] = [];
  for (const line of lines) {
    const [before, after] = [result.at(-1), line.glyphs.find((glyph) => !isBlank(glyph))];
    const start = breaks.get(line);
    if (before !== undefined && after !== undefined && start !== undefined)
      for (const blank of '\n'.repeat(start.lines) + ' '.repeat(start.blanks))
        result.push(blankBetween(before, before, blank));
    else if (before !== undefined && after !== undefined) {
      if (hyphens.test(before.text) && /\p{L}$/u.test(result.at(-2)?.text ?? '')) {
        before.text = isSoft(result, line, vocabulary) ? optionalHyphen : '-';
      } else if (
        !isBlank(before) &&
        !(isIdeograph(before.text) && isIdeograph(after.text)) &&
        !/[\u2013\u2014/]$/.test(before.text)
      )
        result.push(blankBetween(before, before));
    }
    result.push(...line.glyphs);
  }
  return result;
}

function isSoft(before: readonly Glyph[], line: TextLine, { words, hyphenates }: Vocabulary): boolean {
  if (before.at(-1)?.text === '\u00ad') return true;
  const text = before
    .slice(-40, -1)
    .map((glyph) => glyph.text)
    .join('');
  const head = /[\p{L}\p{N}-]+$/u.exec(text)?.[0] ?? '';
  const tail =
    /^\s*([\p{L}\p{N}]+)/u.exec(
      line.glyphs
        .slice(0, 40)
        .map((glyph) => glyph.text)
        .join(''),
    )?.[1] ?? '';
  if (!/^\p{Ll}/u.test(tail)) return false;
  if (words.has(`${head}-${tail}`.toLowerCase())) return false;
  if (words.has(`${head}${tail}`.toLowerCase())) return true;
  return hyphenates;
}

export function vocabularyOf(lines: readonly TextLine[]): Vocabulary {
  const words = new Set<string>();
  let [parted, all] = [0, 0];
  for (const line of lines) {
    const text = textOfLine(line);
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/gu))
      if (!text.endsWith(`${word}-`)) words.add(word.toLowerCase().replace(/\u2010/g, '-'));
    all += 1;
    if (/\p{Ll}[-\u2010\u00ad\u0002]$/u.test(text)) parted += 1;
  }
  return { words, hyphenates: parted > thresholds.minHyphens && parted > all * thresholds.hyphenatedLines };
}

/** Without the blanks at both ends. */
export function trimmed(glyphs: Glyph[]): Glyph[] {
  let [start, end] = [0, glyphs.length];
  const isGone = (glyph: Glyph | undefined) => glyph !== undefined && glyph.picture === undefined && isBlank(glyph);
  while (start < end && isGone(glyphs[start])) start++;
  while (end > start && isGone(glyphs[end - 1])) end--;
  return glyphs.slice(start, end);
}
