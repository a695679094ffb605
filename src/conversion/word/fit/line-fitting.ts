// Justified lines that a typesetter broke where they look best (Knuth and Plass, "Breaking Paragraphs into Lines", 1981), not where
// the next word has no room: a hair between the letters of a paragraph makes a word processor break them there too.
import { median } from '#conversion/layout/numbers.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { areFlush } from '#conversion/layout/lines/flush-lines.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import { blankIn } from '#conversion/layout/text/family-advances.ts';
import { firstWordWidth } from '#conversion/layout/text/paragraphs.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** Share of its blanks by which a word processor narrows a line at least for another word. */
  narrowing: 0.08,
  /** Share of the lines that have room for another word, from which a document was not broken by a word processor. */
  roomy: 0.06,
  /** Lines from which that is decided. */
  minLines: 12,
  /** Points: lines may be off by as much. */
  slack: 0.3,
  /** Points between letters, at most and from step to step: WordprocessingML has twentieths. */
  most: 0.3,
  step: 0.05,
  /** Times the width of a line: letters may be narrower by this much. */
  narrower: 0.985,
  /** The weight of a point between letters. */
  apart: 0.5,
};

interface Measured {
  /** Without stretched or narrowed blanks. */
  natural: number;
  available: number;
  /** The extra width of the next word; infinite without a next word. */
  next: number;
  letters: number;
  blankWidth: number;
}

/** Whether many lines of justified paragraphs have room for the next word, so that no word processor has broken them. */
export function isTypeset(paragraphs: readonly (readonly TextLine[])[]): boolean {
  let [roomy, all] = [0, 0];
  for (const lines of paragraphs) {
    const full = lines.slice(0, -1);
    if (full.length < 2 || !areFlush(full, tolerances.flushPoints)) continue;
    const right = median(full.map((line) => line.right)) ?? 0;
    for (const { natural, available, next, blankWidth } of measure(lines, right)) {
      if (next === Infinity) continue;
      all += 1;
      if (natural + next < available + blankWidth * thresholds.narrowing) roomy += 1;
    }
  }
  return all >= thresholds.minLines && roomy > all * thresholds.roomy;
}

/** Points between letters with which the lines are broken where they are, or most of them; 0 where that is no use. */
export function fittingSpace(lines: readonly TextLine[], right: number): number {
  const measured = measure(lines, right);
  let best = { space: 0, cost: costOf(measured, 0) };
  for (let n = 1; n * thresholds.step <= thresholds.most + 0.001; n++)
    for (const space of [n * thresholds.step, -n * thresholds.step]) {
      const cost = costOf(measured, space) + Math.abs(space) * thresholds.apart;
      if (cost < best.cost) best = { space, cost };
    }
  return best.space;
}

function costOf(lines: readonly Measured[], space: number): number {
  let cost = 0;
  for (const { natural, available, next, letters } of lines) {
    const width = natural + letters * space;
    if (width > available + thresholds.slack) cost += 1;
    else if (width * thresholds.narrower + next < available) cost += 1;
  }
  return cost;
}

function measure(lines: readonly TextLine[], right: number): Measured[] {
  return lines.flatMap((line, n): Measured[] => {
    const { glyphs } = line;
    let [between, blankWidth, letters] = [0, 0, 0];
    let [first, last]: (Glyph | undefined)[] = [];
    let isBehindBlank = false;
    for (const glyph of glyphs) {
      if (isBlank(glyph)) {
        isBehindBlank = true;
        continue;
      }
      if (last !== undefined && isBehindBlank) {
        between += glyph.left - last.right;
        blankWidth += blankOf(last);
        letters += 1;
      }
      first ??= glyph;
      last = glyph;
      letters += 1;
      isBehindBlank = false;
    }
    if (first === undefined || last === undefined) return [];
    const following = lines[n + 1];
    const isParted = /[-\u0002\u2010\u00ad]$/.test(last.text);
    const word = following === undefined ? Infinity : firstWordWidth(following);
    return [
      {
        natural: last.right - first.left - between + blankWidth,
        available: right - first.left,
        next: isParted ? word - (last.right - last.left) : word + blankOf(last),
        letters,
        blankWidth,
      },
    ];
  });
}

/** The width of a blank in points. */
export const blankOf = ({ style }: Pick<Glyph, 'style'>): number =>
  style.size * blankIn(style.shownAs ?? style.font) * ((style.scale ?? 100) / 100) + (style.spacing ?? 0);
