// Code of documents without tags: lines in a typewriter's font that follow each other are one block, with its lines and indents.
import type { DocumentLayout } from '../document-layout.ts';
import type { LayoutBlock, TextBlock } from '../layout-blocks.ts';
import { isBlank } from '../lines/lines.ts';
import { leadingsOf } from '../text/paragraphs.ts';
import { styleOf } from '../text/style.ts';
import { isTypewriter, typewriterAdvance } from '../text/typewriter.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Times the leading: one blank line is part of the code, more are not. */
  blankLines: 2.3,
  /** Times the size of the body: larger text is a heading. */
  size: 1.08,
  /** Times the size: the distance of lines where there is but one. */
  leading: 1.3,
  /** Blanks of a gap. */
  maxBlanks: 60,
};

/** Joins the lines of code that paragraphs were made of. Where the body is typewritten, nothing is code. */
export function joinCode({ regions, bodyStyle }: DocumentLayout): void {
  if (isTypewriter(bodyStyle.font)) return;
  for (const region of regions) {
    const joined: LayoutBlock[] = [];
    for (const block of region.blocks) {
      const last = joined.at(-1);
      if (block.kind !== 'text' || !isCode(block, bodyStyle.size)) joined.push(block);
      else if (last?.kind === 'text' && last.isWhole === true && goesOn(last, block)) last.lines.push(...block.lines);
      else joined.push(Object.assign(block, { isWhole: true, role: { ...block.role, isPlain: true, align: 'left' } }));
    }
    region.blocks = joined;
    for (const block of joined) if (block.kind === 'text' && block.isWhole === true) keepGaps(block);
  }
}

/** Whether all letters are a typewriter's. */
function isCode({ lines }: TextBlock, bodySize: number): boolean {
  const inked = lines.flatMap(({ glyphs }) => glyphs.filter((glyph) => !isBlank(glyph)));
  return (
    inked.length > 0 &&
    inked.every(({ style }) => isTypewriter(style.font)) &&
    lines.every(({ size }) => size < bodySize * thresholds.size)
  );
}

/** Whether code continues right below, or after a blank line. */
function goesOn({ lines, container }: TextBlock, next: TextBlock): boolean {
  const [last, first] = [lines.at(-1), next.lines[0]];
  if (last === undefined || first === undefined || last.page !== first.page || next.container.left !== container.left)
    return false;
  const [own, other] = [styleOf({ lines }), styleOf(next)];
  const leading = leadingsOf([lines]).get(last.size) ?? last.size * thresholds.leading;
  const step = first.baseline - last.baseline;
  return (
    own?.font === other?.font &&
    Math.abs(last.size - first.size) < tolerances.sameSizePoints &&
    step > 0 &&
    step < leading * thresholds.blankLines
  );
}

/** A gap within a line becomes as many spaces as letters would fit in it. */
function keepGaps({ lines }: TextBlock): void {
  const advance = typewriterAdvance(lines);
  if (advance === undefined) return;
  for (const { glyphs } of lines)
    for (const glyph of glyphs)
      if (glyph.text === '\t')
        glyph.text = ' '.repeat(
          Math.max(1, Math.min(thresholds.maxBlanks, Math.round((glyph.right - glyph.left) / advance))),
        );
}
