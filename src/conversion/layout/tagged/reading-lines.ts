// Glyphs whose order is known as lines: broken where the baseline falls, with blanks where words part.
import { median } from '../numbers.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import { visualOrder } from '../lines/visual-order.ts';
import { asReadLine, blankBetween, blanksBetween, isBlank, isRightToLeft, lineOf } from '../lines/lines.ts';
import { gap, type Spaced, wordStarts } from '../lines/word-gaps.ts';

const thresholds = {
  /** em: a wider gap is a tab. */
  tabGap: 1.9,
  /** Blanks of a line with tabs at most. */
  maxGaps: 200,
  /** em: a blank that is wider is a tab ... */
  tabBlank: 1.6,
  /** ... if it is so many times as wide as the others of its line: those of justified lines are all wide. */
  widerThanOthers: 2.5,
  /** em: a baseline that is further away is that of another line. */
  nextLine: 0.75,
  /** em: raised and lowered letters are off the baseline by less. */
  raised: 0.25,
  /** em: a glyph that begins further left is of another line. */
  back: 2,
  /** em: a glyph that begins further right is of another column. */
  ahead: 20,
};

/** @param pages the page of each glyph */
export function readingLines(given: readonly Glyph[], givenPages: readonly number[]): TextLine[] {
  const { glyphs, pages } = asTheyStand(given, givenPages);
  const lines: { page: number; letters: Glyph[]; blanks: Glyph[][] }[] = [];
  let before: Glyph | undefined;
  let blanks: Glyph[] = [];
  for (const [n, glyph] of glyphs.entries()) {
    const page = pages[n] ?? 0;
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

/** Glyphs of one line in the order in which they stand, where some are read from right to left; their tags may have another one. */
function asTheyStand(glyphs: readonly Glyph[], pages: readonly number[]): { glyphs: Glyph[]; pages: number[] } {
  const rows: { glyphs: Glyph[]; page: number }[] = [];
  let before: Glyph | undefined;
  for (const [n, glyph] of glyphs.entries()) {
    const [row, page] = [rows.at(-1), pages[n] ?? 0];
    if (row === undefined || before === undefined || row.page !== page || startsRow(before, glyph))
      rows.push({ glyphs: [glyph], page });
    else row.glyphs.push(glyph);
    before = glyph;
  }
  const ordered = rows.map(({ glyphs: own, page }) => ({ own: visualOrder(own), page }));
  return {
    glyphs: ordered.flatMap(({ own }) => own),
    pages: ordered.flatMap(({ own, page }) => own.map(() => page)),
  };
}

const startsRow = (before: Glyph, glyph: Glyph): boolean =>
  before.picture !== undefined ||
  glyph.picture !== undefined ||
  Math.abs(glyph.baseline - before.baseline) > Math.max(before.style.size, glyph.style.size) * thresholds.nextLine;

/** Blanks between two letters, and how many em wide each of them is. */
interface Gap {
  before: Glyph;
  blanks: Glyph[];
  after: Glyph;
  each: number;
}

/** The letters of a line with tabs for blanks that are much wider than the others: some programs write both alike. */
function withTabs(glyphs: Glyph[], gaps: readonly Gap[]): Glyph[] {
  const isTab = (own: Gap) => {
    if (own.each < thresholds.tabBlank || isRightToLeft(own.before.text + own.after.text)) return false;
    const others = median(gaps.filter((gap) => gap !== own).map(({ each }) => each));
    return others === undefined ? own.each > thresholds.tabGap : own.each > others * thresholds.widerThanOthers;
  };
  const tabs = gaps.length > thresholds.maxGaps ? [] : gaps.filter(isTab);
  if (tabs.length === 0) return glyphs;
  const first = new Map(tabs.map(({ blanks, before, after }) => [blanks[0], blankBetween(before, after, '\t')]));
  const gone = new Set(tabs.flatMap(({ blanks }) => blanks.slice(1)));
  return glyphs.flatMap((glyph) => (gone.has(glyph) ? [] : [first.get(glyph) ?? glyph]));
}

/** A new line begins lower (or in the next column), mostly further back; raised letters only move a little. */
function breaks(before: Glyph, glyph: Glyph): boolean {
  const size = Math.max(before.style.size, glyph.style.size);
  const fall = Math.abs(glyph.baseline - before.baseline);
  if (before.picture !== undefined || glyph.picture !== undefined)
    return fall > Math.max(size, before.bottom - before.top, glyph.bottom - glyph.top);
  if (fall > size * thresholds.nextLine) return true;
  const isBack =
    glyph.left < before.left - size * thresholds.back || glyph.left > before.right + size * thresholds.ahead;
  return fall > size * thresholds.raised && isBack;
}
