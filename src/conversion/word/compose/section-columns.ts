// The columns of sections. Regions whose gutters have room in common have the same columns: each reaches from one gutter to the
// next, however far its own text does.
import { type Box, middleX, type Span } from '#conversion/layout/box.ts';
import { quantile } from '#conversion/layout/numbers.ts';
import type { LayoutBlock, Region } from '#conversion/layout/layout-blocks.ts';

const thresholds = {
  /** Points that a gutter is wide at least. */
  minGutter: 4,
  /** Share of a gutter's width that is left of it at least. */
  keptGutter: 0.6,
  /** Points that hyphens and stops hang over the right edge of a column. */
  hanging: 2.5,
  /** Points that a block may reach out of its column. */
  columnSlack: 4,
};

/** The columns that a region has in the document, by region: those of all regions whose gutters agree. */
export function sharedColumns(regions: readonly Region[], bodyOf: (region: Region) => Box): Map<Region, Span[]> {
  const groups: { body: Box; of: Region[]; columns: Span[] }[] = [];
  for (const region of regions) {
    const body = bodyOf(region);
    const group = groups.find((other) => other.body === body && common(other.columns, region.columns) !== null);
    if (group === undefined) groups.push({ body, of: [region], columns: region.columns });
    else {
      group.of.push(region);
      group.columns = common(group.columns, region.columns) ?? group.columns;
    }
  }
  const shared = new Map<Region, Span[]>();
  for (const { body, of, columns } of groups) {
    const settled = columns.map((column, n, all) => {
      const left = n === 0 ? Math.min(body.left, column.left) : typical(of, 'left', (own) => own[n]?.left);
      const right = n === all.length - 1 ? body.right : typical(of, 'right', (own) => own[n]?.right);
      return { left, right: Math.max(right, left + 1) };
    });
    for (const region of of) shared.set(region, settled);
  }
  return shared;
}

/** Where most regions have an edge, weighted by their blocks; content that hangs over it on the left is ignored. */
function typical(
  regions: readonly Region[],
  side: 'left' | 'right',
  edgeOf: (columns: readonly Span[]) => number | undefined,
): number {
  const edges = regions.flatMap(({ columns, blocks }) => blocks.map(() => edgeOf(columns) ?? 0));
  const middle = quantile(edges, side === 'left' ? 0.3 : 0.7) ?? 0;
  return side === 'left' ? middle : Math.max(...edges.filter((edge) => edge < middle + thresholds.hanging));
}

/** Columns that hold those of both; null where a gutter would become much narrower than the narrower one. */
function common(a: readonly Span[], b: readonly Span[]): Span[] | null {
  if (a.length !== b.length) return null;
  const columns = a.map((column, n) => ({
    left: Math.min(column.left, b[n]?.left ?? column.left),
    right: Math.max(column.right, b[n]?.right ?? column.right),
  }));
  const isFree = columns.slice(1).every(({ left }, n) => {
    const gap = left - (columns[n]?.right ?? 0);
    const narrower = Math.min(...[a, b].map((own) => (own[n + 1]?.left ?? 0) - (own[n]?.right ?? 0)));
    return gap >= Math.min(thresholds.minGutter, narrower) && gap >= narrower * thresholds.keptGutter;
  });
  return isFree ? columns : null;
}

/** Moves the blocks of a region with several columns into those of the section. */
export function settleIn(region: Region, columns: readonly Span[]): void {
  if (columns.length < 2) return;
  for (const block of region.blocks) {
    const container = block.container;
    if (container === undefined || (block.kind === 'text' && block.isFloating === true)) continue;
    const own = region.columns.findIndex(
      ({ left, right }) => Math.abs(left - container.left) < 1 && Math.abs(right - container.right) < 1,
    );
    const column = columns[own];
    if (column !== undefined) block.container = { ...container, ...column };
  }
  region.columns = [...columns];
}

/** The column that a block begins in, or ends in. */
export function columnOf({ columns }: Pick<Region, 'columns'>, block: LayoutBlock, end: 'first' | 'last'): number {
  const line = block.kind === 'text' ? block.lines.at(end === 'first' ? 0 : -1) : undefined;
  const box = block.kind === 'text' ? line : block.box;
  if (box === undefined) return 0;
  const x = middleX(box);
  return Math.max(
    0,
    columns.findIndex(({ left, right }) => x >= left - thresholds.columnSlack && x <= right + thresholds.columnSlack),
  );
}
