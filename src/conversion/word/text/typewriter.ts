// Text in letters of one width, as code is printed: its lines, blank lines and indents are the author's, not the line breaker's.
import type { TextLine } from '../page-content.ts';
import { isBlank } from '../lines/lines.ts';
import type { LineStart } from './runs.ts';

const thresholds = {
  /** Letters that tell the width. */
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

/** The width of every letter; undefined of text with letters of several widths. */
export function typewriterAdvance(lines: readonly TextLine[]): number | undefined {
  const glyphs = lines.flatMap((line) => line.glyphs.filter((glyph) => !isBlank(glyph)));
  // Ideographs are all of one width.
  if (glyphs.some(({ text }) => text > '\u2fff')) return undefined;
  if (glyphs.length < thresholds.letters || new Set(glyphs.map(({ text }) => text)).size < thresholds.different)
    return undefined;
  const widths = glyphs.map(({ left, right }) => right - left).toSorted((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const same = widths.filter((width) => Math.abs(width - usual) < usual * thresholds.sameWidth).length;
  return same > widths.length * thresholds.fixed ? usual : undefined;
}

/** Where lines begin anew: those that had room before them, and those that are indented; with their blank lines and blanks. */
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
