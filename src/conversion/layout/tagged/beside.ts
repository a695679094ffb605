// Paragraphs that tags give one after the other and the page shows beside each other, as addresses, or labels and their values: cells of
// a table without lines.
import { type Box, sharedHeight, type Span, union } from '../box.ts';
import { stretchesOf } from '../groups.ts';
import { cellOn } from '../blocks/grid.ts';
import type { CellBlock, LayoutBlock, Region, TableBlock, TextBlock } from '../layout-blocks.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points between columns at least. */
  gap: 6,
  /** Share of the lower one's height that paragraphs beside each other have in common. */
  shared: 0.5,
  /** Paragraphs between two that stand beside each other. */
  reach: 24,
  /** em between two rows of one table. */
  rowDistance: 1.5,
  /** Paragraphs of a cell. */
  maxBlocks: 6,
  /** Columns: more are the labels of a drawing. */
  maxColumns: 6,
};

/** Makes tables of paragraphs beside each other. */
export function setParagraphsBeside(regions: readonly Region[]): void {
  for (const region of regions) {
    // In columns everything is beside something.
    if (region.columns.length > 1) continue;
    const blocks: LayoutBlock[] = [];
    const ends = groupEnds(region.blocks);
    for (let n = 0; n < region.blocks.length;) {
      const end = ends.get(n) ?? n;
      const group = region.blocks.slice(n, end + 1);
      const table = end > n ? tableOf(group.filter(canStand)) : null;
      const last = blocks.at(-1);
      if (table === null) blocks.push(...group);
      else if (last?.kind === 'table' && goesOn(last, table)) append(last, table);
      else blocks.push(table);
      n = end + 1;
    }
    region.blocks = blocks;
  }
}

const boxOf = ({ lines }: TextBlock): Box => union(lines);

const canStand = (block: LayoutBlock | undefined): block is TextBlock =>
  block?.kind === 'text' &&
  block.isFloating !== true &&
  block.isBoxed !== true &&
  block.role?.item === undefined &&
  new Set(block.lines.map(({ page }) => page)).size === 1;

const isBeside = (a: TextBlock, b: TextBlock): boolean => {
  const [one, other] = [boxOf(a), boxOf(b)];
  const isApart = one.right + thresholds.gap < other.left || other.right + thresholds.gap < one.left;
  return (
    isApart && sharedHeight(one, other) > Math.min(one.bottom - one.top, other.bottom - other.top) * thresholds.shared
  );
};

/** From the first paragraph of each group to its last one: groups are as large as it takes for those beside each other. */
function groupEnds(blocks: readonly LayoutBlock[]): Map<number, number> {
  const ends = new Map<number, number>();
  let start = -1;
  for (const [n, block] of blocks.entries()) {
    if (start >= 0 && n <= (ends.get(start) ?? -1)) {
      const end = lastBeside(blocks, n, block);
      ends.set(start, Math.max(ends.get(start) ?? n, end));
      continue;
    }
    const end = lastBeside(blocks, n, block);
    start = end > n ? n : -1;
    if (end > n) ends.set(n, end);
  }
  return ends;
}

/** The last paragraph that stands beside one, with nothing but paragraphs of the page between; itself without any. */
function lastBeside(blocks: readonly LayoutBlock[], at: number, block: LayoutBlock): number {
  let last = at;
  if (!canStand(block)) return last;
  for (let n = at + 1; n < Math.min(blocks.length, at + thresholds.reach); n++) {
    const other = blocks[n];
    if (!canStand(other) || other.lines[0]?.page !== block.lines[0]?.page) break;
    if (isBeside(block, other)) last = n;
  }
  return last;
}

/** Rows and columns of paragraphs; null where something reaches over the columns. */
function tableOf(group: readonly TextBlock[]): TableBlock | null {
  const [first] = group;
  if (first === undefined) return null;
  const boxes = group.map(boxOf);
  const columns = stretchesOf(boxes, thresholds.gap);
  if (columns.length < 2 || columns.length > thresholds.maxColumns) return null;
  const rows = stretchesOf(
    boxes.map(({ top, bottom }) => ({ left: top, right: bottom })),
    0,
  );
  const { left, right } = first.container;
  const box = union(boxes);
  const xs = [
    Math.min(left, box.left),
    ...columns.slice(1).map((column) => column.left - thresholds.gap / 2),
    Math.max(right, box.right),
  ];
  const ys = [...rows.map((row) => row.left), box.bottom];
  const isIn = (own: Box, across: Span, down: Span) =>
    own.left >= across.left && own.right <= across.right && own.top >= down.left && own.bottom <= down.right;
  const cells = rows.flatMap((down, row) =>
    columns.map((across, column): CellBlock => ({
      ...cellOn({ xs, ys }, { row, column }),
      blocks: group.filter((block) => isIn(boxOf(block), across, down)),
    })),
  );
  // A text box beside the text of a page.
  if (cells.some(({ blocks }) => blocks.length > thresholds.maxBlocks)) return null;
  return {
    kind: 'table',
    page: first.lines[0]?.page ?? 0,
    box: { ...box, left: xs[0] ?? left, right: xs.at(-1) ?? right },
    xs,
    ys,
    cells,
    headerRows: 0,
    isLayout: true,
    isOpen: true,
    container: { ...first.container },
  };
}

/** Whether a row has the columns of the one right above it. */
const goesOn = (table: TableBlock, next: TableBlock): boolean =>
  table.isOpen === true &&
  table.page === next.page &&
  table.xs.length === next.xs.length &&
  table.xs.every((x, n) => Math.abs(x - (next.xs[n] ?? 0)) < tolerances.sameColumnPoints) &&
  next.box.top - table.box.bottom < (next.box.bottom - next.box.top) * thresholds.rowDistance;

function append(table: TableBlock, next: TableBlock): void {
  const rows = table.ys.length - 1;
  table.ys = [...table.ys.slice(0, -1), ...next.ys];
  table.cells.push(...next.cells.map((cell) => ({ ...cell, row: cell.row + rows })));
  table.box = union([table.box, next.box]);
}
