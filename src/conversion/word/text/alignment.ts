// How a paragraph stands in its column, from the edges of its lines.
import type { TextLine } from '../page-content.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { isRightToLeft, textOfLine } from '../lines/lines.ts';
import type { Alignment } from '../docx-model.ts';

const close = (a: number, b: number, slack: number) => Math.abs(a - b) <= slack;

/** `usual` is what most longer paragraphs do: it decides where lines do not tell. */
export function alignmentOf({ lines, container }: TextBlock, usual: Alignment): Alignment {
  const first = lines[0];
  if (first === undefined) return 'left';
  const em = first.size;
  const reversed = isRightToLeft(lines.map(textOfLine).join('').slice(0, 80));
  const side = reversed ? 'right' : 'left';
  const full = lines.slice(0, -1);
  const insets = lines.map((line) => ({ before: line.left - container.left, after: container.right - line.right }));
  const centered = insets.every(({ before, after }) => close(before, after, Math.max(2.5, em * 0.4)));
  const isInset = insets.some(({ before }) => before > em * 1.5);
  if (lines.length === 1) {
    const [inset] = insets;
    if (inset === undefined) return side;
    if (centered && isInset) return 'center';
    if (!reversed && inset.after < em * 0.3 && inset.before > (container.right - container.left) * 0.35) return 'right';
    if (reversed && inset.before < em * 0.3 && inset.after > (container.right - container.left) * 0.35) return 'left';
    return usual === 'both' ? 'both' : side;
  }
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const lefts = spread(lines.slice(1).map(({ left }) => left));
  const rights = spread(full.map(({ right }) => right));
  if (centered && isInset && (lefts > em * 0.5 || lines.length === 2)) return 'center';
  if (full.length > 1 && rights < 1.2 && lefts < 1.5) return 'both';
  if (full.length === 1 && insets[0] !== undefined && (reversed ? insets[0].before : insets[0].after) < 1.2)
    return usual === 'both' ? 'both' : side;
  const allRights = spread(lines.map(({ right }) => right));
  if (
    !reversed &&
    allRights < 1.5 &&
    spread(lines.map(({ left }) => left)) > em &&
    insets.every(({ after }) => after < em)
  )
    return 'right';
  return side;
}

/** Whether most paragraphs of three lines and more are flush on both sides. */
export function usualAlignment(blocks: readonly TextBlock[]): Alignment {
  let [flush, ragged] = [0, 0];
  for (const { lines } of blocks) {
    if (lines.length < 3) continue;
    const full = lines.slice(0, -1);
    const rights = full.map(({ right }: TextLine) => right);
    if (Math.max(...rights) - Math.min(...rights) < 1.2) flush += full.length;
    else ragged += full.length;
  }
  return flush > ragged ? 'both' : 'left';
}

/** Whether flush lines have narrower blanks than the last lines of their paragraphs, or there are no flush lines. */
export function narrowsBlanks(blocks: readonly TextBlock[]): boolean {
  const [flush, natural]: [number[], number[]] = [[], []];
  for (const { lines } of blocks) {
    const full = lines.slice(0, -1);
    const rights = full.map(({ right }) => right);
    if (full.length < 2 || Math.max(...rights) - Math.min(...rights) > 1) continue;
    for (const [n, line] of lines.entries()) {
      const width = blankWidth(line);
      if (width > 0) (n < lines.length - 1 ? flush : natural).push(width);
    }
  }
  // LibreOffice 25.2 hangs on flush lines from right to left with narrowed blanks.
  if (blocks.some(({ lines }) => lines.length > 1 && isRightToLeft(lines.map(textOfLine).join('')))) return false;
  if (flush.length < 4 || natural.length === 0) return true;
  const middle = natural.toSorted((a, b) => a - b)[Math.floor(natural.length / 2)] ?? 0;
  return flush.filter((width) => width < middle * 0.94).length > flush.length * 0.08;
}

/** The mean blank of a line in the size of its text; 0 without any. */
function blankWidth({ glyphs, size }: TextLine): number {
  let [sum, count] = [0, 0];
  for (const [n, glyph] of glyphs.entries()) {
    const [before, after] = [glyphs[n - 1], glyphs[n + 1]];
    if (glyph.text !== ' ' || before === undefined || after === undefined) continue;
    sum += (after.left - before.right) / size;
    count += 1;
  }
  return count < 3 ? 0 : sum / count;
}
