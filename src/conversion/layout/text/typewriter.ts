// Text in letters of one width, as code is printed: its lines, blank lines and indents are the author's, not the line breaker's.
import { median } from '../numbers.ts';
import type { TextLine } from '../page-content.ts';
import { isBlank } from '../lines/lines.ts';

const thresholds = {
  /** Letters from which the width is known. */
  letters: 8,
  /** Share of the width by which letters may differ: rounding of producers. */
  sameWidth: 0.03,
  /** Different letters among them: rows of one letter have one width in every font. */
  different: 5,
  /** Share of the letters that are as wide as most. */
  fixed: 0.97,
  /** Letters by which a line is indented at least. */
  indent: 0.6,
  /** Times the usual distance of lines: there is a blank line between. */
  blankLine: 1.6,
  /** Letters of an indent at most. */
  maxIndent: 60,
};

/** How a line begins that does not run on from the one above. */
export interface LineStart {
  /** Breaks before it; more than one leave blank lines. */
  lines: number;
  /** Blanks that indent it. */
  blanks: number;
}

/** The width of every letter; undefined of text with letters of several widths. */
export function typewriterAdvance(lines: readonly TextLine[]): number | undefined {
  const letters = new Set<string>();
  const widths: number[] = [];
  for (const { glyphs } of lines)
    for (const glyph of glyphs) {
      if (isBlank(glyph)) continue;
      // Ideographs are all of one width.
      if (glyph.text > '\u2fff') return undefined;
      letters.add(glyph.text);
      widths.push(glyph.right - glyph.left);
    }
  if (widths.length < thresholds.letters || letters.size < thresholds.different) return undefined;
  const typical = median(widths) ?? 0;
  const same = widths.filter((width) => Math.abs(width - typical) < typical * thresholds.sameWidth).length;
  return same > widths.length * thresholds.fixed ? typical : undefined;
}

/** The line breaks to keep: after short lines, and before indented ones; with their blank lines and blanks. */
export function typewriterBreaks(
  lines: readonly TextLine[],
  advance: number,
  leading: number,
  hadRoom: ReadonlySet<TextLine>,
): Map<TextLine, LineStart> {
  const edge = Math.min(...lines.map(({ left }) => left));
  const breaks = new Map<TextLine, LineStart>();
  for (const [n, line] of lines.entries()) {
    const above = lines[n - 1];
    if (above === undefined) continue;
    const indent = (line.left - edge) / advance;
    const step = above.page === line.page && leading > 0 ? (line.baseline - above.baseline) / leading : 1;
    const isIndented = indent > thresholds.indent;
    if (!hadRoom.has(line) && !isIndented && step < thresholds.blankLine) continue;
    breaks.set(line, {
      lines: step < thresholds.blankLine ? 1 : Math.max(1, Math.round(step)),
      blanks: isIndented ? Math.min(thresholds.maxIndent, Math.round(indent)) : 0,
    });
  }
  return breaks;
}

/** Whether the name of a font says that its letters are of one width. */
export const isTypewriter = (font: string): boolean =>
  /courier|mono(?!type)|consol|typewriter|menlo|inconsolata|fixed|terminal/i.test(font);
