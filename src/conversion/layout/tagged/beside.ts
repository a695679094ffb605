// Paragraphs that tags give one after the other and the page shows beside each other, as addresses, or labels and their values: cells of
// a table without lines.
import { type Box, sharedHeight, sharedWidth, type Span, union } from '../box.ts';
import { groupsOf, stretchesOf } from '../groups.ts';
import { cellOn } from '../blocks/grid.ts';
import {
  boxOf,
  type CellBlock,
  type LayoutBlock,
  pageOf,
  type Region,
  type TableBlock,
  type TextBlock,
} from '../layout-blocks.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the lower one's height that paragraphs beside each other overlap. */
  shared: 0.5,
  /** Times the height of a row: the next one of its table is closer. */
  rowDistance: 1.5,
  /** Paragraphs of a cell, and columns: more are the text of a box, or the labels of a drawing. */
  most: 6,
};

/** Makes tables of paragraphs beside each other. */
export function setParagraphsBeside(regions: readonly Region[]): void {
  for (const region of regions) {
    // In columns everything is beside something.
    if (region.columns.length > 1) continue;
    const blocks: LayoutBlock[] = [];
    for (const run of groupsOf(region.blocks, (last, block) => canStand(last) && canStand(block, pageOf(last))))
      for (const group of besideEachOther(run)) {
        const table = group.length > 1 ? tableOf(group.filter((block) => canStand(block))) : null;
        const last = blocks.at(-1);
        if (table === null) blocks.push(...group);
        else if (last?.kind === 'table' && goesOn(last, table)) append(last, table);
        else blocks.push(table);
      }
    region.blocks = blocks;
  }
}

const canStand = (block: LayoutBlock, page = pageOf(block)): block is TextBlock =>
  block.kind === 'text' &&
  block.isFloating !== true &&
  block.isBoxed !== true &&
  block.role?.item === undefined &&
  block.lines.every((line) => line.page === page);

/** Blocks one by one, those beside each other together. */
function besideEachOther(run: readonly LayoutBlock[]): LayoutBlock[][] {
  const boxes = run.map(boxOf);
  const isBeside = (one: Box, other: Box) =>
    sharedWidth(one, other) < -tolerances.paddingPoints &&
    sharedHeight(one, other) > Math.min(one.bottom - one.top, other.bottom - other.top) * thresholds.shared;
  const groups: LayoutBlock[][] = [];
  for (let [from, end] = [0, 0]; from < run.length; from = end) {
    for (let n = (end = from); n <= end; n++)
      end = Math.max(
        end,
        boxes.findLastIndex((box) => isBeside(boxes[n] as Box, box)),
      );
    groups.push(run.slice(from, ++end));
  }
  return groups;
}

/** Rows and columns of paragraphs; null where something reaches over the columns. */
function tableOf(group: readonly TextBlock[]): TableBlock | null {
  const [first] = group;
  if (first === undefined) return null;
  const boxes = group.map(boxOf);
  const columns = stretchesOf(boxes, tolerances.paddingPoints);
  if (columns.length < 2 || columns.length > thresholds.most) return null;
  const rows = stretchesOf(
    boxes.map(({ top, bottom }) => ({ left: top, right: bottom })),
    0,
  );
  const { left, right } = first.container;
  const box = union(boxes);
  const xs = [
    Math.min(left, box.left),
    ...columns.slice(1).map((column) => column.left - tolerances.paddingPoints / 2),
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
  if (cells.some(({ blocks }) => blocks.length > thresholds.most)) return null;
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
