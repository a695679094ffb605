// Text that comes to a little more than its pages have room for, in the fonts of a word processor: its distances are made smaller
// step by step until it fits.
import type { Block, Paragraph, Table } from '../docx-model.ts';
import { paragraphsIn } from '../docx-paragraphs.ts';
import { takesRoom } from '../measure/block-height.ts';
import { tallestIn } from '../measure/line-count.ts';
import { type Extent, extentOf, type Stretch } from '../measure/stretches.ts';

interface Step {
  between: number;
  line: number;
}

const untouched: Step = { between: 1, line: 1 };

/** Shares that are left of the distances between paragraphs, and of the heights of lines and rows, from step to step. */
const steps: readonly Step[] = [
  { between: 0.98, line: 1 },
  { between: 0.95, line: 1 },
  { between: 0.85, line: 1 },
  { between: 0.7, line: 1 },
  { between: 0.5, line: 1 },
  { between: 0.5, line: 0.97 },
  { between: 0.35, line: 0.94 },
  { between: 0.25, line: 0.91 },
  { between: 0.15, line: 0.88 },
];

/** Makes a stretch fit into its pages; where it does not, it comes as near to it as it can, or `isAllOrNothing` and it stays as it is;
 * `least` is the share of the distances that has to be left. @returns whether it fits; `extent` is its height so far */
export function tighten(
  stretch: Stretch,
  extent: Extent,
  { balances, isAllOrNothing = false, min = 0 }: { balances: boolean; isAllOrNothing?: boolean; min?: number },
): boolean {
  const blocks = stretch.parts.flatMap((part) => part.blocks).filter(takesRoom);
  const paragraphs = blocks.flatMap(paragraphsIn);
  const rows = blocks.flatMap(rowsOf);
  const before = paragraphs.map((paragraph) => ({ ...paragraph }));
  const heights = rows.map(({ height }) => height);
  const apply = (step: Step) => {
    for (const [n, paragraph] of paragraphs.entries()) shrink(paragraph, before[n] ?? paragraph, step);
    for (const [n, row] of rows.entries()) row.height = (heights[n] ?? 0) * step.line;
  };
  let best: { step: Step; extent: Extent } = { step: untouched, extent };
  for (const step of steps.filter(({ between }) => between >= min)) {
    apply(step);
    const reached = extentOf(stretch, balances);
    if (reached.pages <= stretch.pages) return true;
    const isWorthIt = reached.pages < extent.pages || reached.over < extent.over * worthwhile;
    if (isWorthIt && isNearer(reached, best.extent)) best = { step, extent: reached };
  }
  apply(isAllOrNothing ? untouched : best.step);
  return false;
}

/** Share of the excess that may remain on the same number of pages: for a smaller gain, distances do not change. */
const worthwhile = 0.75;

/** Fewer pages, or the same number with less on the surplus ones. */
const isNearer = (a: Extent, b: Extent): boolean => a.pages < b.pages || (a.pages === b.pages && a.over < b.over);

const rowsOf = (block: Block): Table['rows'] =>
  block.kind === 'paragraph'
    ? []
    : [...block.rows, ...block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(rowsOf)))];

function shrink(
  paragraph: Paragraph,
  { spaceBefore, spaceAfter, lineSpacing }: Pick<Paragraph, 'spaceBefore' | 'spaceAfter' | 'lineSpacing'>,
  { between, line }: Step,
): void {
  paragraph.spaceBefore = spaceBefore * between;
  if (spaceAfter !== undefined) paragraph.spaceAfter = spaceAfter * between;
  if (lineSpacing === undefined) return;
  const isSpacer = paragraph.runs.length === 0;
  const hasPicture = paragraph.runs.some(({ picture }) => picture !== undefined && picture.anchor === undefined);
  if (isSpacer) paragraph.lineSpacing = { ...lineSpacing, height: Math.max(1, lineSpacing.height * between) };
  else if (!hasPicture) paragraph.lineSpacing = line < 1 ? closer(paragraph, lineSpacing, line) : lineSpacing;
}

/** Lines are exactly as high as they come to where their fonts ask for more. */
function closer(
  paragraph: Paragraph,
  { height, isExact, times }: NonNullable<Paragraph['lineSpacing']>,
  line: number,
): NonNullable<Paragraph['lineSpacing']> {
  const less = height * line;
  if (times !== undefined) return { height: less, isExact, times: Math.floor(times * line * 100) / 100 };
  return { height: less, isExact: isExact || less < tallestIn(paragraph) };
}
