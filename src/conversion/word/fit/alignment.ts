// The alignment of a paragraph in its column, from the edges of its lines.
import { mirrored } from '#conversion/layout/box.ts';
import { median } from '#conversion/layout/numbers.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import type { Alignment, TextBlock } from '#conversion/layout/layout-blocks.ts';
import { areFlush } from '#conversion/layout/lines/flush-lines.ts';
import { isRightToLeftText } from '#conversion/layout/lines/visual-order.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** em: the difference of both insets of a centred line, whose left edges differ by more. */
  centered: 0.4,
  /** em: a line that ends closer to an edge touches it. */
  touches: 0.3,
  /** em: a line must be indented by more, or it merely fills its column. */
  centeredInset: 1.5,
  /** Share of the column: a single line that touches the right edge must leave more free on its left to be right-aligned; a long line of left-aligned text does not. */
  rightOfColumn: 0.35,
  /** Times the usual blank: a narrower one was narrowed to fit its line. */
  narrowedBlank: 0.94,
  /** Share of the justified lines: fewer narrowed ones are chance. */
  narrowedLines: 0.08,
  /** Blanks of a line from which their mean is taken, and justified lines from which it is decided. */
  enough: 3,
};

const close = (a: number, b: number, slack: number) => Math.abs(a - b) <= slack;

/** The alignment of a paragraph; `usual` is that of most longer paragraphs, and decides where the lines leave it open. */
export function alignmentOf(block: TextBlock, typical: Alignment): Alignment {
  if (!isRightToLeftText(block.lines)) return alignmentFromLeft(block, typical);
  const own = alignmentFromLeft(inMirror(block), typical);
  return own === 'left' ? 'right' : own === 'right' ? 'left' : own;
}

/** Text from right to left is aligned as other text is in a mirror. */
export const inMirror = (block: TextBlock): TextBlock => ({
  ...block,
  lines: block.lines.map(mirrored),
  container: mirrored(block.container),
});

function alignmentFromLeft({ lines, container }: TextBlock, typical: Alignment): Alignment {
  const first = lines[0];
  if (first === undefined) return 'left';
  const em = first.size;
  const width = container.right - container.left;
  const full = lines.slice(0, -1);
  const insets = lines.map((line) => ({ before: line.left - container.left, after: container.right - line.right }));
  const centered = insets.every(({ before, after }) =>
    close(before, after, Math.max(tolerances.sameRulePoints, em * thresholds.centered)),
  );
  const isInset = insets.some(({ before }) => before > em * thresholds.centeredInset);
  if (lines.length === 1) {
    const [inset] = insets;
    if (inset === undefined) return 'left';
    if (centered && isInset) return 'center';
    if (inset.after < em * thresholds.touches && inset.before > width * thresholds.rightOfColumn) return 'right';
    return typical === 'both' ? 'both' : 'left';
  }
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const lefts = spread(lines.slice(1).map(({ left }) => left));
  if (centered && isInset && (lefts > em * thresholds.centered || lines.length === 2)) return 'center';
  if (full.length > 1 && areFlush(full, tolerances.flushPoints) && lefts < tolerances.sameEdgePoints) return 'both';
  if (full.length === 1 && insets[0] !== undefined && insets[0].after < tolerances.flushPoints)
    return typical === 'both' ? 'both' : 'left';
  const allRights = spread(lines.map(({ right }) => right));
  if (
    allRights < tolerances.sameEdgePoints &&
    spread(lines.map(({ left }) => left)) > em &&
    insets.every(({ after }) => after < em)
  )
    return 'right';
  return 'left';
}

/** The alignment of most paragraphs of at least three lines: justified or ragged. */
export function typicalAlignment(blocks: readonly TextBlock[]): Alignment {
  let [flush, ragged] = [0, 0];
  for (const block of blocks) {
    if (block.lines.length < 3) continue;
    const { lines } = isRightToLeftText(block.lines) ? inMirror(block) : block;
    const full = lines.slice(0, -1);
    if (areFlush(full, tolerances.flushPoints)) flush += full.length;
    else ragged += full.length;
  }
  return flush > ragged ? 'both' : 'left';
}

/** Whether justified lines have narrower blanks than the last lines of their paragraphs; yes where nothing is justified. */
export function narrowsBlanks(blocks: readonly TextBlock[]): boolean {
  const [flush, natural]: [number[], number[]] = [[], []];
  for (const { lines } of blocks) {
    const full = lines.slice(0, -1);
    if (full.length < 2 || !areFlush(full, tolerances.flushPoints)) continue;
    for (const [n, line] of lines.entries()) {
      const width = blankWidth(line);
      if (width > 0) (n < lines.length - 1 ? flush : natural).push(width);
    }
  }
  // LibreOffice 25.2 hangs on justified text from right to left with narrowed blanks.
  if (blocks.some(({ lines }) => lines.length > 1 && isRightToLeftText(lines))) return false;
  if (flush.length < thresholds.enough || natural.length === 0) return true;
  const typical = median(natural) ?? 0;
  return (
    flush.filter((width) => width < typical * thresholds.narrowedBlank).length > flush.length * thresholds.narrowedLines
  );
}

/** The mean width of a line's blanks, in em; 0 of a line with few. */
function blankWidth({ glyphs, size }: TextLine): number {
  let [sum, count] = [0, 0];
  for (const [n, glyph] of glyphs.entries()) {
    const [before, after] = [glyphs[n - 1], glyphs[n + 1]];
    if (glyph.text !== ' ' || before === undefined || after === undefined) continue;
    sum += (after.left - before.right) / size;
    count += 1;
  }
  return count < thresholds.enough ? 0 : sum / count;
}
