// Paragraphs whose lines end where they ended on the page, in any font.
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { isBlank, lineOf } from '#conversion/layout/lines/lines.ts';
import { withoutLabel } from '#conversion/layout/text/without-label.ts';
import type { Paragraph, Run } from '../docx-model.ts';
import { lineHeightsOf } from '../measure/line-count.ts';
import { widthOf } from '../measure/text-width.ts';
import { advancesOf } from '#conversion/layout/text/family-advances.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { type Composition, paragraphOf } from './paragraph.ts';

const thresholds = {
  /** Points: a line whose width differs by less stays as it is. */
  difference: 0.5,
  /** Times the size: letters are moved apart or together by less. */
  spacing: 0.07,
  /** Times their width that letters are narrowed or widened beyond that. */
  minScale: 0.6,
  maxScale: 1.5,
  /** em of a blank. */
  blank: 0.25,
};

/** The paragraph of a block in a frame of this width: reflowed if that yields the same lines, else line by line. */
export function fittedParagraph(
  block: TextBlock,
  width: number,
  composition: Composition,
): { paragraph: Paragraph; isBroken: boolean } {
  const paragraph = paragraphOf(block, composition);
  const { list } = paragraph;
  const lines =
    list === undefined || block.role?.item === undefined
      ? block.lines
      : withoutLabel(block.lines, block.role.item.label, block.role.item.labelLeft !== undefined).map(insideOf);
  if (lines.length === 1) return { paragraph: withFittedLines(paragraph, lines), isBroken: true };
  const isKnown = paragraph.runs.every(({ style }) => advancesOf(style.shownAs ?? style.font, style) !== undefined);
  if (isKnown && breaksByItself(block, paragraph, width) && lineHeightsOf(paragraph, width).length === lines.length)
    return { paragraph, isBroken: false };
  const broken = paragraphOf({ ...block, keepsLines: true }, composition);
  const start = broken.isRightToLeft ? 'right' : 'left';
  const align = broken.align === 'both' ? start : broken.align;
  return { paragraph: withFittedLines({ ...broken, align }, lines), isBroken: true };
}

/** A line as wide as its letters. */
const insideOf = (line: TextLine): TextLine => ({ ...line, ...lineOf([...line.glyphs], line.page) });

/** Whether each line ends because the next word has no room in it. */
function breaksByItself({ lines, container }: TextBlock, { align }: Paragraph, width: number): boolean {
  if (align === 'center' || align === 'right') return false;
  return lines.slice(1).every((line, n) => {
    const before = lines[n];
    const end = line.glyphs.findIndex(isBlank);
    const word = end < 0 ? line : line.glyphs[end - 1];
    return (
      before !== undefined &&
      word !== undefined &&
      before.right + line.size * thresholds.blank + word.right - line.left > container.left + width
    );
  });
}

/** The paragraph with its letters set so that each line is as wide as it was. */
function withFittedLines(paragraph: Paragraph, lines: readonly TextLine[]): Paragraph {
  const rows: Run[][] = [[]];
  for (const run of paragraph.runs)
    for (const [n, text] of run.text.split('\n').entries()) {
      if (n > 0) rows.push([]);
      rows.at(-1)?.push(n > 0 ? { ...run, text: `\n${text}` } : { ...run, text });
    }
  if (rows.length !== lines.length) return paragraph;
  return { ...paragraph, runs: rows.flatMap((row, n) => fitted(row, lines[n])) };
}

function fitted(row: Run[], line: TextLine | undefined): Run[] {
  const letters = row.reduce((sum, { text }) => sum + [...text].length, 0);
  const isPlain = row.every(
    ({ text, picture, field }) => !text.includes('\t') && picture === undefined && field === undefined,
  );
  if (line === undefined || letters < 2 || !isPlain) return row;
  const width = row.reduce(
    (sum, { text, style, position }) => sum + widthOf(text.replace('\n', ''), style, position !== undefined),
    0,
  );
  const difference = line.right - line.left - width;
  const spacing = difference / letters;
  if (Math.abs(difference) < thresholds.difference) return row;
  if (Math.abs(spacing) <= line.size * thresholds.spacing)
    return row.map((run) => ({ ...run, style: { ...run.style, spacing: (run.style.spacing ?? 0) + spacing } }));
  const times = Math.min(thresholds.maxScale, Math.max(thresholds.minScale, (width + difference) / width));
  return row.map((run) => ({ ...run, style: { ...run.style, scale: Math.round((run.style.scale ?? 100) * times) } }));
}
