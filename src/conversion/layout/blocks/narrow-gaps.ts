// Columns that are hardly further apart than words: pieces in parts at their wider gaps, and in one again within a column.
import { blankBetween, isBlank, lineOf } from '../lines/lines.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import { isTypewriter } from '../text/typewriter.ts';
import type { Span } from '../box.ts';

/** The parts of a piece between gaps above a width in ems; a typewriter's gaps are blanks, of one width or more. */
export function partedAtGaps(piece: TextLine, gap: number): TextLine[] {
  const parts: Glyph[][] = [];
  let before: Glyph | undefined;
  let blanks: Glyph[] = [];
  for (const glyph of piece.glyphs) {
    if (isBlank(glyph)) {
      blanks.push(glyph);
      continue;
    }
    if (before === undefined || (glyph.left - before.right > piece.size * gap && !areTyped(before, glyph)))
      parts.push([glyph]);
    else parts.at(-1)?.push(...blanks, glyph);
    before = glyph;
    blanks = [];
  }
  return parts.length < 2 ? [piece] : parts.map((glyphs) => lineOf(glyphs, piece.page));
}

const areTyped = (before: Glyph, after: Glyph): boolean =>
  isTypewriter(before.style.font) && isTypewriter(after.style.font);

/** The column of a piece; -1 without one. */
export const columnAt = (columns: readonly Span[], piece: TextLine): number =>
  columns.findIndex(({ left, right }) => piece.left >= left - 1 && piece.right <= right + 1);

/** A row's pieces from left to right, those of one column as one. */
export function joinedInColumns(row: readonly TextLine[], columns: readonly Span[]): TextLine[] {
  const result: TextLine[] = [];
  for (const piece of row) {
    const last = result.at(-1);
    const [end, start] = [last?.glyphs.at(-1), piece.glyphs[0]];
    if (
      last !== undefined &&
      end !== undefined &&
      start !== undefined &&
      columnAt(columns, last) === columnAt(columns, piece)
    )
      result[result.length - 1] = lineOf([...last.glyphs, blankBetween(end, start), ...piece.glyphs], piece.page);
    else result.push(piece);
  }
  return result;
}
