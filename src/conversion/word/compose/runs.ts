// A paragraph's lines as runs: joined over line ends, letters of one style together, raised and lowered letters marked.
import type { Glyph, TextLine, Link, Remark, TextStyle } from '#conversion/layout/page-content.ts';
import { blankBetween, isBlank, isIdeograph, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Note, Run } from '../docx-model.ts';
import type { LineStart } from '#conversion/layout/text/typewriter.ts';
import { pictureRun } from './pictures.ts';

const thresholds = {
  /** Times the size of the line: raised and lowered letters are smaller. */
  small: 0.86,
  /** em above the baseline, from which a small letter is a superscript. */
  raised: 0.08,
  /** em below the baseline, from which a small letter is a subscript. */
  lowered: 0.06,
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

export interface Targets {
  /** The name of the bookmark for a place in the document. */
  bookmark: (target: NonNullable<Link['target']>) => string | undefined;
  /** The note that a raised label refers to. */
  note?: ((glyph: Glyph) => Note | undefined) | undefined;
  /** What is said of letters; the same list for all letters of which the same is said. */
  remarks?: ReadonlyMap<Glyph, readonly Remark[]>;
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

/** Runs of one style. Tabs are "\t" in their text, breaks before lines of `breaks` "\n"; blanks at the ends go. */
export function runsOf(
  lines: readonly TextLine[],
  vocabulary: Vocabulary,
  targets: Targets,
  breaks?: ReadonlyMap<TextLine, LineStart>,
): Run[] {
  const sizes = new Map<Glyph, TextLine>();
  for (const line of lines) for (const glyph of line.glyphs) sizes.set(glyph, line);
  const runs: Run[] = [];
  for (const glyph of trimmed(joinedGlyphs(lines, vocabulary, breaks))) {
    const line = sizes.get(glyph);
    const note = targets.note?.(glyph);
    if (note !== undefined) {
      if (runs.at(-1)?.note !== note) runs.push({ text: '', style: glyph.style, note });
      continue;
    }
    if (glyph.picture !== undefined) {
      runs.push({ ...pictureRun(glyph.picture, glyph.style), remarks: targets.remarks?.get(glyph) });
      continue;
    }
    const run = runOf(glyph, line, targets);
    const last = runs.at(-1);
    // Blanks have no style of their own.
    const isInvisible =
      isBlank(glyph) &&
      last !== undefined &&
      last.link === run.link &&
      last.underline === run.underline &&
      last.strike === run.strike &&
      last.highlight === run.highlight &&
      last.ruby === run.ruby &&
      last.remarks === run.remarks;
    if (
      last !== undefined &&
      last.picture === undefined &&
      last.note === undefined &&
      (isInvisible || isAlike(last, run))
    )
      last.text += run.text;
    else runs.push(run);
  }
  return leaders(runs);
}

const isAlike = (a: Run, b: Run): boolean =>
  isSameStyle(a.style, b.style) &&
  a.underline === b.underline &&
  a.strike === b.strike &&
  a.highlight === b.highlight &&
  a.position === b.position &&
  a.link === b.link &&
  a.ruby === b.ruby &&
  a.remarks === b.remarks &&
  a.control === b.control;

const isSameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a === b ||
  (a.font === b.font &&
    a.size === b.size &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.color === b.color &&
    a.smallCaps === b.smallCaps);

/** Fonts for text have them raised and small already. */
const primes = /^[\u2032-\u2034]$/;

function runOf(glyph: Glyph, line: TextLine | undefined, targets: Targets): Run {
  const { style } = glyph;
  const rise = line === undefined ? 0 : (line.baseline - glyph.baseline) / line.size;
  const isSmall = line !== undefined && style.size < line.size * thresholds.small;
  const isPrime = primes.test(glyph.text);
  const position =
    !isSmall || isBlank(glyph) || isPrime
      ? undefined
      : rise > thresholds.raised
        ? 'superscript'
        : rise < -thresholds.lowered
          ? 'subscript'
          : undefined;
  return {
    text: textOf(glyph),
    style: line === undefined || (position === undefined && !isPrime) ? style : { ...style, size: line.size },
    underline: glyph.underline,
    strike: glyph.strike,
    highlight: glyph.highlight,
    position,
    link: linkOf(glyph.link, targets),
    ruby: glyph.ruby,
    remarks: targets.remarks?.get(glyph),
    control: glyph.formField,
  };
}

function linkOf(link: Link | undefined, { bookmark }: Targets): string | undefined {
  if (link?.uri !== undefined) return link.uri;
  const name = link?.target === undefined ? undefined : bookmark(link.target);
  return name === undefined ? undefined : `#${name}`;
}

/** Presentation forms and ligatures as the letters they stand for. */
const textOf = ({ text }: Glyph): string =>
  text >= ' ' && text <= '~'
    ? text
    : /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/.test(text)
      ? text.normalize('NFKC')
      : text === '\u0002'
        ? '-'
        : text;

function trimmed(glyphs: Glyph[]): Glyph[] {
  let [start, end] = [0, glyphs.length];
  const isGone = (glyph: Glyph | undefined) => glyph !== undefined && glyph.picture === undefined && isBlank(glyph);
  while (start < end && isGone(glyphs[start])) start++;
  while (end > start && isGone(glyphs[end - 1])) end--;
  return glyphs.slice(start, end);
}

/** Two of them are an ellipsis in Chinese and Japanese. */
const ellipses = String.raw`\u2026{5,}|(?<=[^\u2026\u2e80-\u9fff\uff00-\uffef])\u2026{2,}(?![\u2026\u2e80-\u9fff\uff00-\uffef])`;
const leader = new RegExp(String.raw`[ \t]*(?:\.{5,}|(?:\. ){4,}\.?|${ellipses})[ \t]*`, 'g');
const leaderInLine = new RegExp(String.raw`\.{5,}|(?:\. ){4,}|${ellipses}`);

/** Rows of dots are a tab that is filled with them. */
function leaders(runs: Run[]): Run[] {
  return runs.map((run) => ({
    ...run,
    text: run.text.replace(leader, '\t'),
  }));
}

export const hasLeader = (lines: readonly TextLine[]): boolean =>
  lines.some((line) => leaderInLine.test(textOfLine(line)));
