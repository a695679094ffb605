// Text that comes to a little more than its pages have room for, in the fonts of a word processor: its distances are made smaller
// step by step until it fits.
import type { Block, Paragraph, Table } from '../docx-model.ts';
import { takesRoom } from '../measure/block-height.ts';
import { extentOf, type Stretch } from '../measure/stretches.ts';

/** Shares that are left of the distances between paragraphs, and of the heights of lines and rows, from step to step. */
const steps: readonly { between: number; line: number }[] = [
  { between: 0.85, line: 1 },
  { between: 0.7, line: 1 },
  { between: 0.5, line: 1 },
  { between: 0.5, line: 0.97 },
  { between: 0.35, line: 0.94 },
  { between: 0.25, line: 0.91 },
];

/** Makes a stretch fit into its pages. @returns whether it does; one that does not stays as it is */
export function tighten(stretch: Stretch, balances: boolean): boolean {
  const blocks = stretch.parts.flatMap((part) => part.blocks).filter(takesRoom);
  const paragraphs = blocks.flatMap(paragraphsOf);
  const rows = blocks.flatMap(rowsOf);
  const before = paragraphs.map((paragraph) => ({ ...paragraph }));
  const heights = rows.map(({ height }) => height);
  for (const step of steps) {
    for (const [n, paragraph] of paragraphs.entries()) shrink(paragraph, before[n] ?? paragraph, step);
    for (const [n, row] of rows.entries()) row.height = (heights[n] ?? 0) * step.line;
    if (extentOf(stretch, balances).pages <= stretch.pages) return true;
  }
  for (const [n, paragraph] of paragraphs.entries()) Object.assign(paragraph, before[n]);
  for (const [n, row] of rows.entries()) row.height = heights[n] ?? 0;
  return false;
}

const rowsOf = (block: Block): Table['rows'] =>
  block.kind === 'paragraph'
    ? []
    : [...block.rows, ...block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(rowsOf)))];

const paragraphsOf = (block: Block): Paragraph[] =>
  block.kind === 'paragraph'
    ? [block]
    : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(paragraphsOf)));

function shrink(
  paragraph: Paragraph,
  { spaceBefore, spaceAfter, lineSpacing }: Pick<Paragraph, 'spaceBefore' | 'spaceAfter' | 'lineSpacing'>,
  { between, line }: (typeof steps)[number],
): void {
  paragraph.spaceBefore = spaceBefore * between;
  if (spaceAfter !== undefined) paragraph.spaceAfter = spaceAfter * between;
  if (lineSpacing === undefined) return;
  const isSpacer = paragraph.runs.length === 0;
  const hasPicture = paragraph.runs.some(({ picture }) => picture !== undefined && picture.anchor === undefined);
  if (isSpacer) paragraph.lineSpacing = { ...lineSpacing, height: Math.max(1, lineSpacing.height * between) };
  else if (!hasPicture && line < 1) paragraph.lineSpacing = { height: lineSpacing.height * line, isExact: true };
}
