// From glyphs to lines: glyphs on a baseline without a wide gap are a piece, pieces on a baseline are a line.
import { union } from '../box.ts';
import type { Glyph, TextLine } from '../page-content.ts';
import { isReversedLine, isRightToLeft, readingOrder, visualOrder } from './visual-order.ts';
import { gap, type Spaced, wordStarts } from './word-gaps.ts';

export { isRightToLeft };

const thresholds = {
  /** em: a wider gap parts pieces. */
  wideGap: 1.5,
  /** em: a wider gap parts pieces even where a blank is in it. */
  wideGapWithBlank: 2.6,
  /** The weight of a blank in the size of a line. */
  blankWeight: 0.1,
  /** em: letters on one baseline are off it by less. */
  fragmentBaseline: 0.12,
  /** em: pieces on one baseline are off it by less. */
  rowBaseline: 0.2,
  /** em: a letter may be further back by less, like accents. */
  back: 0.9,
  /** em: a piece may overlap the one before it by less. */
  pieceBack: 0.6,
  /** Times the size of the row: raised and lowered pieces are smaller; browsers make them five sixths of it. */
  raisedSize: 0.86,
  /** em that they may be off its baseline. */
  raisedBy: 0.62,
  /** em that they may be away from their base. */
  raisedGap: 0.45,
  /** em that they may overlap it. */
  raisedOverlap: 0.5,
  /** em by which a raised piece may overlap the words beside it. */
  raisedSlack: 0.2,
  /** Letters of a raised or lowered piece between two words of a line. */
  raisedPiece: 4,
  /** Letters of a piece that may be shifted in its word without being smaller. */
  shortPiece: 2,
  /** em that they may be off the baseline. */
  shiftedBy: 0.35,
  /** em from their neighbours, or over them. */
  shiftedGap: 0.25,
  /** em: a wider gap between pieces of a line is a tab. */
  tabGap: 0.9,
  /** Blanks in a row that are kept. */
  maxBlanks: 4,
};

export const isBlank = ({ text }: Pick<Glyph, 'text'>): boolean =>
  text === ' ' || ((text < '!' || text > '~') && /^[\s\u200b]*$/.test(text));
export function textOfLine({ glyphs }: Pick<TextLine, 'glyphs'>): string {
  let line = '';
  for (const { text } of glyphs) line += text;
  return line;
}

/** The size of most letters; raised and lowered ones are fewer. */
function sizeOf(glyphs: readonly Glyph[]): number {
  const first = glyphs[0]?.style.size ?? 10;
  if (glyphs.every(({ style }) => style.size === first)) return first;
  const votes = new Map<number, number>();
  for (const glyph of glyphs) {
    const weight = isBlank(glyph) ? thresholds.blankWeight : glyph.right - glyph.left;
    votes.set(glyph.style.size, (votes.get(glyph.style.size) ?? 0) + weight);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

export function lineOf(glyphs: Glyph[], page: number): TextLine {
  const size = sizeOf(glyphs);
  // Lines are made of all letters several times over: one pass, and nothing is put by.
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  let baseline: number | undefined;
  for (const glyph of glyphs) {
    if (!isBlank(glyph)) {
      if (glyph.left < left) left = glyph.left;
      if (glyph.right > right) right = glyph.right;
    }
    if (glyph.style.size !== size) continue;
    if (glyph.top < top) top = glyph.top;
    if (glyph.bottom > bottom) bottom = glyph.bottom;
    baseline ??= glyph.baseline;
  }
  if (left > right) ({ left, right } = union(glyphs));
  return { left, right, top, bottom, page, glyphs, size, baseline: baseline ?? bottom };
}

/** Pieces of upright glyphs: fragments, joined if they are close together on one baseline. */
export const piecesOf = (all: readonly Glyph[], page: number): TextLine[] => joined(fragmentsOf(all, page));

/** Letters drawn one after the other on a baseline; `apart` (in ems) separates words without a blank. */
export function fragmentsOf(all: readonly Glyph[], page: number, apart?: number): TextLine[] {
  const runs: { letters: Glyph[]; blanks: Glyph[][] }[] = [];
  let before: Glyph | undefined;
  let blanks: Glyph[] = [];
  for (const glyph of all) {
    if (isBlank(glyph)) {
      blanks.push(glyph);
      continue;
    }
    const run = runs.at(-1);
    if (run !== undefined && before !== undefined && follows(before, glyph, blanks)) {
      run.letters.push(glyph);
      run.blanks.push(blanks);
    } else runs.push({ letters: [glyph], blanks: [[]] });
    before = glyph;
    blanks = [];
  }
  return partedAtRaised(runs.map((run) => lineOf(withBlanks(run, apart), page)));
}

function withBlanks(run: Spaced, apart?: number): Glyph[] {
  const starts = wordStarts(run, apart);
  const glyphs: Glyph[] = [];
  for (const [n, glyph] of run.letters.entries()) {
    const before = run.letters[n - 1];
    if (starts[n] === true && before !== undefined) glyphs.push(...blanksBetween(before, glyph, run.blanks[n] ?? []));
    glyphs.push(glyph);
  }
  return glyphs;
}

/** Lines in parts where a raised or lowered piece, which is painted later, is between two of their words. */
function partedAtRaised(lines: readonly TextLine[]): TextLine[] {
  const largest = lines.reduce((size, line) => Math.max(size, line.size), 0);
  const small = lines.filter(
    ({ glyphs, size }) => glyphs.length <= thresholds.raisedPiece && size < largest * thresholds.raisedSize,
  );
  if (small.length === 0) return [...lines];
  return lines.flatMap((line) => {
    const inside = small.filter(
      (piece) =>
        piece.size < line.size * thresholds.raisedSize &&
        Math.abs(piece.baseline - line.baseline) < line.size * thresholds.raisedBy &&
        piece.left > line.left &&
        piece.right < line.right,
    );
    if (inside.length === 0) return [line];
    const parts: Glyph[][] = [[]];
    for (const [n, glyph] of line.glyphs.entries()) {
      if (isBlank(glyph) && isHole(line.glyphs, n, inside)) parts.push([]);
      else parts.at(-1)?.push(glyph);
    }
    return parts.filter(({ length }) => length > 0).map((glyphs) => lineOf(glyphs, line.page));
  });
}

/** Whether a piece is between the words before and after a blank. */
function isHole(glyphs: readonly Glyph[], at: number, pieces: readonly TextLine[]): boolean {
  const [before, after] = [glyphs[at - 1], glyphs[at + 1]];
  if (before === undefined || after === undefined) return false;
  return pieces.some(
    ({ left, right, size }) =>
      left > before.right - size * thresholds.raisedSlack && right < after.left + size * thresholds.raisedSlack,
  );
}

function follows(before: Glyph, glyph: Glyph, blanks: readonly Glyph[]): boolean {
  const size = Math.max(before.style.size, glyph.style.size);
  if (Math.abs(before.baseline - glyph.baseline) > size * thresholds.fragmentBaseline) return false;
  // Letters of one Arabic ligature share its box.
  if (before.left === glyph.left && before.right === glyph.right && isRightToLeft(glyph.text)) return true;
  return gap(before, glyph) < limit(blanks.length) * size && gap(before, glyph) > -size * thresholds.back;
}

const limit = (blanks: number) => (blanks === 1 ? thresholds.wideGapWithBlank : thresholds.wideGap);

export function blankBetween(before: Glyph, after: Glyph, text = ' '): Glyph {
  const blank: Glyph = {
    text,
    left: Math.min(before.right, after.right),
    right: Math.max(before.right, after.left),
    top: before.top,
    bottom: before.bottom,
    baseline: before.baseline,
    style: before.style,
    mcid: before.mcid === after.mcid ? before.mcid : -1,
    isArtifact: before.isArtifact,
    angle: before.angle,
    isGenerated: true,
    isHidden: before.isHidden,
  };
  if (before.isReversed === true || after.isReversed === true) blank.isReversed = true;
  if (before.link !== undefined && before.link === after.link) blank.link = before.link;
  if (before.underline !== undefined && before.underline === after.underline) blank.underline = before.underline;
  if (before.strike === true && after.strike === true) blank.strike = true;
  if (before.highlight !== undefined && before.highlight === after.highlight) blank.highlight = before.highlight;
  if (before.formField !== undefined && before.formField === after.formField) blank.formField = before.formField;
  return blank;
}

/** As many blanks as were typed: two behind a full stop are the author's. */
export function blanksBetween(before: Glyph, after: Glyph, typed: readonly Glyph[]): Glyph[] {
  const count = Math.min(thresholds.maxBlanks, typed.filter(({ isGenerated }) => !isGenerated).length);
  return count < 2 ? [blankBetween(before, after)] : Array.from({ length: count }, () => blankBetween(before, after));
}

/** Pieces close together on one baseline, and raised or lowered ones with their base; their letters are in the
 * order in which they are read. */
export function joined(pieces: readonly TextLine[]): TextLine[] {
  return rowsOf(pieces).flatMap((row) => {
    const result: TextLine[] = [];
    for (const stood of row.toSorted((a, b) => a.left - b.left)) {
      const piece = inOrder(stood, visualOrder);
      const last = result.at(-1);
      const [end, start] = [last?.glyphs.at(-1), piece.glyphs[0]];
      const between = last === undefined ? Infinity : gap(last, piece);
      if (
        last === undefined ||
        end === undefined ||
        start === undefined ||
        between > Math.max(last.size, piece.size) * thresholds.wideGap ||
        between < -Math.max(last.size, piece.size) * thresholds.pieceBack
      ) {
        result.push(piece);
        continue;
      }
      const [, isApart] = wordStarts({ letters: [end, start], blanks: [[], []] });
      const blank = isApart === true ? [blankBetween(end, start)] : [];
      result[result.length - 1] = lineOf([...last.glyphs, ...blank, ...piece.glyphs], piece.page);
    }
    return result.map(asReadLine);
  });
}

const inOrder = (line: TextLine, order: (glyphs: Glyph[]) => Glyph[]): TextLine => {
  const glyphs = order(line.glyphs);
  return glyphs === line.glyphs ? line : lineOf(glyphs, line.page);
};

/** A line with its letters in the order in which they are read. */
export const asReadLine = (line: TextLine): TextLine => inOrder(line, readingOrder);

/** Groups of pieces that share a baseline; raised and lowered letters are with their base. */
export function rowsOf(pieces: readonly TextLine[]): TextLine[][] {
  const rows: { baseline: number; size: number; pieces: TextLine[] }[] = [];
  // Single letters are placed last: they may be off the baseline of the word they belong to, as in TeX's own name.
  const isShort = ({ glyphs }: TextLine) => glyphs.length <= thresholds.shortPiece;
  const bySize = pieces.toSorted(
    (a, b) => Number(isShort(a)) - Number(isShort(b)) || b.size - a.size || a.baseline - b.baseline,
  );
  for (const piece of bySize) {
    const row = rows.find(({ baseline, size, pieces: others }) => {
      const off = Math.abs(baseline - piece.baseline);
      if (off < Math.min(size, piece.size) * thresholds.rowBaseline) return true;
      const touches = (other: TextLine) =>
        Math.abs(gap(other, piece)) < Math.min(other.size, piece.size) * thresholds.shiftedGap;
      if (isShort(piece) && off < size * thresholds.shiftedBy && others.some(touches)) return true;
      // Raised or lowered: smaller, near, and reaching into the line.
      return (
        piece.size < size * thresholds.raisedSize &&
        off < size * thresholds.raisedBy &&
        others.some(
          (other) =>
            gap(other, piece) < size * thresholds.raisedGap &&
            gap(other, piece) > -piece.size * thresholds.raisedOverlap,
        )
      );
    });
    if (row === undefined) rows.push({ baseline: piece.baseline, size: piece.size, pieces: [piece] });
    else row.pieces.push(piece);
  }
  return rows.toSorted((a, b) => a.baseline - b.baseline).map((row) => row.pieces);
}

/** Pieces as lines: those of a row in one, with tabs where there are gaps. */
export function linesOf(pieces: readonly TextLine[]): TextLine[] {
  return rowsOf(pieces).map((row) => {
    const glyphs: Glyph[] = [];
    for (const piece of asRead(row)) {
      const [before, after] = [glyphs.at(-1), piece.glyphs[0]];
      if (before !== undefined && after !== undefined) {
        const near = gap(before, after) < Math.max(before.style.size, after.style.size) * thresholds.tabGap;
        glyphs.push(blankBetween(before, after, near ? ' ' : '\t'));
      }
      glyphs.push(...piece.glyphs);
    }
    return lineOf(glyphs, row[0]?.page ?? 0);
  });
}

/** The pieces of a row in the direction of their script. */
function asRead(row: readonly TextLine[]): TextLine[] {
  const isReversed = row.some(({ glyphs }) => isReversedLine(glyphs));
  return row.toSorted((a, b) => (isReversed ? b.right - a.right : a.left - b.left));
}
