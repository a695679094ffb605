// Glyphs whose order is known as lines: broken where the baseline falls, with blanks where words part.
import { groupsOf } from '../groups.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import { visualOrder } from '../lines/visual-order.ts';
import { asReadLine, blankBetween, blanksBetween, isBlank, isRightToLeft, lineOf } from '../lines/lines.ts';
import { gap, type Spaced, wordStarts } from '../lines/word-gaps.ts';

const thresholds = {
  /** em: a wider gap is a tab. */
  tabGap: 1.9,
  /** em: a blank that is wider is a tab ... */
  tabBlank: 1.6,
  /** ... if it is this many times as wide as the others of its line: those of justified lines are all wide. */
  widerThanOthers: 2.5,
  /** em: a baseline that is further away is that of another line. */
  nextLine: 0.75,
};

/** @param pages the page of each glyph */
export function readingLines(given: readonly Glyph[], pages: readonly number[]): TextLine[] {
  const lines: { page: number; letters: Glyph[]; blanks: Glyph[][] }[] = [];
  let before: Glyph | undefined;
  let blanks: Glyph[] = [];
  for (const { glyph, page } of asTheyStand(given, pages)) {
    const line = lines.at(-1);
    if (isBlank(glyph) && glyph.text !== '\u200b') {
      if (!glyph.isGenerated) blanks.push(glyph);
      continue;
    }
    if (line === undefined || before === undefined || line.page !== page || breaks(before, glyph)) {
      lines.push({ page, letters: [glyph], blanks: [[]] });
    } else {
      line.letters.push(glyph);
      line.blanks.push(blanks);
    }
    before = glyph;
    blanks = [];
  }
  return lines.map((line) => asReadLine(lineOf(withBlanks(line), line.page)));
}

function withBlanks(line: Spaced): Glyph[] {
  const glyphs: Glyph[] = [];
  const gaps: Gap[] = [];
  const starts = wordStarts(line);
  for (const [n, glyph] of line.letters.entries()) {
    const [before, blanks = []] = [line.letters[n - 1], line.blanks[n]];
    if (before !== undefined && glyph.text !== '\u200b') {
      const size = Math.min(before.style.size, glyph.style.size);
      const wide = gap(before, glyph);
      const isWide = wide > size * thresholds.tabGap && blanks.length === 0 && !isRightToLeft(before.text + glyph.text);
      if (isWide) glyphs.push(blankBetween(before, glyph, '\t'));
      else if (starts[n] === true) {
        const between = blanksBetween(before, glyph, blanks);
        gaps.push({ before, blanks: between, after: glyph, each: wide / between.length / size });
        glyphs.push(...between);
      }
    }
    glyphs.push(glyph);
  }
  return withTabs(glyphs, gaps);
}

/** Glyphs of one line in visual order, if some are read from right to left; their tags may have another order. */
function asTheyStand(glyphs: readonly Glyph[], pages: readonly number[]): { glyph: Glyph; page: number }[] {
  const placed = glyphs.map((glyph, n) => ({ glyph, page: pages[n] ?? 0 }));
  const rows = groupsOf(
    placed,
    (last, next) => last.page === next.page && !isPicture(last.glyph, next.glyph) && !breaks(last.glyph, next.glyph),
  );
  return rows.flatMap((row) =>
    visualOrder(row.map(({ glyph }) => glyph)).map((glyph) => ({ glyph, page: row[0]?.page ?? 0 })),
  );
}

/** Blanks between two letters, and how many em wide each of them is. */
interface Gap {
  before: Glyph;
  blanks: Glyph[];
  after: Glyph;
  each: number;
}

/** The letters of a line with tabs for blanks that are much wider than the others: some programs write both alike. */
function withTabs(glyphs: Glyph[], gaps: readonly Gap[]): Glyph[] {
  const sorted = gaps.map(({ each }) => each).toSorted((a, b) => a - b);
  // The median of the other gaps, so that a tab does not raise it.
  const typical = sorted.length < 2 ? undefined : sorted[(sorted.length - 1) >> 1];
  const min = typical === undefined ? thresholds.tabGap : typical * thresholds.widerThanOthers;
  const tabs = gaps.filter(
    ({ each, before, after }) => each >= thresholds.tabBlank && each > min && !isRightToLeft(before.text + after.text),
  );
  if (tabs.length === 0) return glyphs;
  const first = new Map(tabs.map(({ blanks, before, after }) => [blanks[0], blankBetween(before, after, '\t')]));
  const gone = new Set(tabs.flatMap(({ blanks }) => blanks.slice(1)));
  return glyphs.flatMap((glyph) => (gone.has(glyph) ? [] : [first.get(glyph) ?? glyph]));
}

const isPicture = (...glyphs: Glyph[]): boolean => glyphs.some(({ picture }) => picture !== undefined);

/** Whether a line begins, lower or in the next column; raised letters only move a little. */
function breaks(before: Glyph, glyph: Glyph): boolean {
  const size = Math.max(before.style.size, glyph.style.size);
  const fall = Math.abs(glyph.baseline - before.baseline);
  return isPicture(before, glyph)
    ? fall > Math.max(size, before.bottom - before.top, glyph.bottom - glyph.top)
    : fall > size * thresholds.nextLine;
}
