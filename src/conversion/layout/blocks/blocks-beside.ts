// Blocks of text beside each other that are no columns, as a letter's head or an invoice's addresses: the text of one does not
// continue in the other. They become cells of a table without lines, as an author would have set them.
import type { Box } from '../box.ts';
import { bodyOf, type DocumentLayout } from '../document-layout.ts';
import { boxOf, type CellBlock, type LayoutBlock, type Region, type TableBlock, topOf } from '../layout-blocks.ts';
import { textOfBlock } from '../text/style.ts';
import { pageBoxesOf } from '../page-boxes.ts';
import { cellOn } from './grid.ts';
import { type BesideEvidence, besideScore } from './scores.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the wider column's width: columns of running text are as wide as each other. */
  unequal: 0.8,
  /** Share of the page's height that blocks of equal width are high at most. */
  height: 0.25,
  /** Lines of a paragraph from which it is running text. */
  running: 4,
  /** Letters of its lines. */
  longLine: 30,
  /** Share of the text in such columns: more is the layout of the document. */
  maxShare: 0.5,
  /** Share of the blocks that begin with one of the other column, from which they are rows. */
  sharedStarts: 0.6,
};

/** Makes tables of regions that are not columns of text. */
export function setBeside(layout: DocumentLayout): void {
  const { regions } = layout;
  const found = regions.filter(
    (region) => isBeside(region, layout) && !regions.some((other) => isAlike(region, other)),
  );
  const letters = (own: readonly Region[]) =>
    own
      .flatMap(({ blocks }) => blocks)
      .reduce((sum, block) => sum + (block.kind === 'text' ? textOfBlock(block).length : 0), 0);
  if (letters(found) > letters(regions) * thresholds.maxShare) return;
  for (const region of found) {
    const page = layout.pages.find(({ index }) => index === region.page);
    if (page === undefined) continue;
    const { left, right } = bodyOf(layout, page);
    const table = tableOf(region);
    region.columns = [{ left, right }];
    region.blocks = [{ ...table, container: { ...table.box, left, right } }];
  }
}

/** Whether another part of the document has the same columns: a layout that repeats. */
const isAlike = (region: Region, other: Region): boolean =>
  other !== region &&
  other.columns.length === region.columns.length &&
  other.columns.every(
    ({ left }, n) => Math.abs(left - (region.columns[n]?.left ?? Infinity)) < tolerances.sameColumnPoints,
  );

function isBeside({ columns, blocks, top, bottom, page }: Region, { pages }: DocumentLayout): boolean {
  const [first, second] = columns;
  if (first === undefined || second === undefined || columns.length > 2) return false;
  const boxes = pageBoxesOf(blocks);
  // Text that continues from one column to the next is running text.
  const isParted = blocks.some(
    (block) => block.kind === 'text' && new Set(block.lines.map((line) => columnOf(columns, line))).size > 1,
  );
  if (isParted || boxes.some((entry) => entry.page !== page)) return false;
  const [widths, own] = [
    columns.map(({ left, right }) => right - left),
    columns.map((_, n) => blocks.filter((block) => columnOf(columns, boxOf(block)) === n)),
  ];
  if (own.some((inColumn) => inColumn.length === 0)) return false;
  const height = pages.find(({ index }) => index === page)?.height ?? 0;
  const evidence: BesideEvidence = {
    unequal: Math.min(...widths) < Math.max(...widths) * thresholds.unequal ? 1 : 0,
    low: bottom - top < height * thresholds.height ? 1 : 0,
    running: own.filter((inColumn) => inColumn.some(isRunning)).length / own.length,
  };
  return besideScore(evidence) > 0;
}

/** Whether a block is a paragraph of several long lines. */
const isRunning = (block: LayoutBlock): boolean =>
  block.kind === 'text' &&
  block.lines.length >= thresholds.running &&
  textOfBlock(block).length > block.lines.length * thresholds.longLine;

/** The column that something begins in. */
const columnOf = (columns: Region['columns'], { left, right }: Box): number =>
  Math.max(
    0,
    columns.findLastIndex((column) => column.left < Math.min(right, left + tolerances.sameColumnPoints)),
  );

/** Rows begin where blocks of all columns do, if most of them begin together. */
function tableOf({ columns, blocks, page, top, bottom }: Region): TableBlock {
  const inColumn = columns.map((_, n) => blocks.filter((block) => columnOf(columns, boxOf(block)) === n));
  const isStart = (y: number) =>
    inColumn.every((own) => own.some((block) => Math.abs(topOf(block) - y) < tolerances.sameColumnPoints)) &&
    blocks.every(
      (block) =>
        boxOf(block).bottom < y + tolerances.sameColumnPoints || topOf(block) > y - tolerances.sameColumnPoints,
    );
  const begun = (inColumn[0] ?? []).map(topOf).filter(isStart);
  const fewest = Math.min(...inColumn.map((own) => own.length));
  // A few that begin at one height are chance.
  const starts = begun.length > fewest * thresholds.sharedStarts ? begun : [top];
  const ys = [top, ...starts.slice(1), bottom];
  const xs = columns.flatMap((column, n) => {
    const before = columns[n - 1];
    return before === undefined ? [column.left] : [(before.right + column.left) / 2];
  });
  const right = Math.max(columns.at(-1)?.right ?? 0, ...blocks.map((block) => boxOf(block).right));
  xs.push(right);
  const cells = ys.slice(1).flatMap((below, row) =>
    columns.map((_, column): CellBlock => {
      const cell = cellOn({ xs, ys }, { row, column });
      const own = (inColumn[column] ?? []).filter(
        (block) =>
          (row === 0 || topOf(block) > cell.box.top - tolerances.sameColumnPoints) &&
          (row === ys.length - 2 || topOf(block) < below - tolerances.sameColumnPoints),
      );
      return { ...cell, blocks: own };
    }),
  );
  const box = { left: xs[0] ?? 0, right, top, bottom };
  return { kind: 'table', page, box, xs, ys, cells, headerRows: 0, isOpen: true, isLayout: true };
}
