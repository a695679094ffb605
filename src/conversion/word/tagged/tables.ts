// A table whose cells tags tell: edges of columns and rows, borders and shades come from what is drawn around the cells.
import { type Box, union } from '../box.ts';
import type { PageContent, Rule } from '../page-content.ts';
import type { CellBlock, LayoutBlock, TableBlock } from '../layout-blocks.ts';

const padding = 5.4;

interface PageBox {
  page: number;
  box: Box;
}

export const pageBoxesOf = (blocks: readonly LayoutBlock[]): PageBox[] =>
  blocks.flatMap((block) =>
    block.kind === 'text'
      ? block.lines.map((line) => ({ page: line.page, box: line }))
      : [{ page: block.page, box: block.box }],
  );

/** What tags say of a cell's size; units are the maker's. */
export interface StatedSize {
  width?: number;
  height?: number;
}

/** Null without any content that stands somewhere. */
export function tableFrom(
  cells: CellBlock[],
  stated: ReadonlyMap<CellBlock, StatedSize>,
  rows: number,
  pages: readonly PageContent[],
  headerRows: number,
): TableBlock | null {
  const columns = Math.max(0, ...cells.map(({ column, columnSpan }) => column + columnSpan));
  const extents = new Map(cells.map((cell) => [cell, pageBoxesOf(cell.blocks)]));
  const all = [...extents.values()].flat();
  const first = all[0];
  if (first === undefined || columns === 0 || columns > 200 || rows === 0) return null;
  const page = pages.find(({ index }) => index === first.page);
  if (page === undefined) return null;
  const own = all.filter((extent) => extent.page === first.page).map(({ box }) => box);
  const around = rulesAround(page, union(own));
  const texts = cells.flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => ({ cell, box })));
  const fitted = fittedColumns(cells, stated, columns, rows, texts, around.vertical, page.width);
  const xs =
    drawnColumns(columns, texts, around.vertical) ?? fitted?.xs ?? columnEdges(cells, extents, columns, around);
  const ys = rowEdges(cells, extents, rows, first.page, around);
  if (fitted !== undefined) withHeights(ys, cells, stated, fitted.scale);
  // Cells without anything are where the others of their row are.
  const rowExtents = ys.map((_, row) =>
    cells.filter((cell) => cell.row === row && cell.rowSpan === 1).flatMap((cell) => extents.get(cell) ?? []),
  );
  for (const cell of cells) {
    const own = extents.get(cell) ?? [];
    const shown = own.length > 0 ? own : (rowExtents[cell.row] ?? []);
    cell.box = {
      left: xs[cell.column] ?? 0,
      right: xs[cell.column + cell.columnSpan] ?? 0,
      top: ys[cell.row] ?? 0,
      bottom: ys[cell.row + cell.rowSpan] ?? 0,
    };
    const cellPage = shown[0]?.page ?? first.page;
    const drawn = pages.find(({ index }) => index === cellPage);
    if (cellPage !== first.page && drawn !== undefined)
      cell.box = placeOf(
        cell,
        shown.filter((extent) => extent.page === cellPage),
        drawn,
      );
    if (drawn !== undefined) decorated(cell, cell.box, drawn);
    for (const block of cell.blocks) if (block.kind !== 'table') block.container = cell.box;
  }
  const box = { left: xs[0] ?? 0, right: xs.at(-1) ?? 0, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 };
  return { kind: 'table', page: first.page, box, xs, ys, cells, headerRows };
}

/** On another page than the table's first: below the line that is drawn over it. */
function placeOf(cell: CellBlock, extents: readonly PageBox[], page: PageContent): Box {
  const box = union(extents.map((extent) => extent.box));
  const over = page.rules
    .filter(
      (rule) =>
        rule.direction === 'horizontal' &&
        rule.top < box.top + 2 &&
        rule.top > box.top - 16 &&
        rule.left < box.right &&
        rule.right > box.left,
    )
    .map(({ top, bottom }) => (top + bottom) / 2);
  const top = over.length > 0 ? Math.max(...over) : box.top - 1;
  return {
    left: cell.box.left,
    right: cell.box.right,
    top,
    bottom: Math.max(box.bottom, top + cell.box.bottom - cell.box.top),
  };
}

interface CellText {
  cell: CellBlock;
  box: Box;
}

/** Vertical lines are the edges where there are just as many and text is where it should be. */
function drawnColumns(columns: number, texts: readonly CellText[], vertical: readonly number[]): number[] | undefined {
  const lines: number[] = [];
  for (const at of vertical.toSorted((a, b) => a - b))
    if (lines.length === 0 || at - (lines.at(-1) ?? 0) > 2.5) lines.push(at);
  return lines.length === columns + 1 && misplaced(lines, texts) <= texts.length * 0.05 ? lines : undefined;
}

/** How much text is outside of its cell. */
const misplaced = (xs: readonly number[], texts: readonly CellText[]): number =>
  texts.filter(({ cell, box }) => {
    const middle = (box.left + box.right) / 2;
    return middle < (xs[cell.column] ?? 0) - 2 || middle > (xs[cell.column + cell.columnSpan] ?? 0) + 2;
  }).length;

/** Points of a unit: as the standard wants it, and thousandths of twentieths. */
const units = [1, 50, 72];

/** Column edges from stated widths, laid over what is drawn and written. */
function fittedColumns(
  cells: readonly CellBlock[],
  stated: ReadonlyMap<CellBlock, StatedSize>,
  columns: number,
  rows: number,
  texts: readonly CellText[],
  vertical: readonly number[],
  pageWidth: number,
): { xs: number[]; scale: number } | undefined {
  const relative: number[] = [0];
  // Widths add up from the left, as often as it takes for edges that only later rows tell.
  for (let turn = 0; turn < 4; turn++)
    for (let row = 0; row < rows; row++)
      for (const cell of cells.filter((own) => own.row === row)) {
        const width = stated.get(cell)?.width;
        const [from, to] = [relative[cell.column], relative[cell.column + cell.columnSpan]];
        if (width !== undefined && from !== undefined && to === undefined)
          relative[cell.column + cell.columnSpan] = from + width;
        if (width !== undefined && from === undefined && to !== undefined) relative[cell.column] = to - width;
      }
  const edges = Array.from({ length: columns + 1 }, (_, n) => relative[n]);
  if (edges.some((edge, n) => edge === undefined || edge < (edges[n - 1] ?? 0) - 0.01)) return undefined;
  const known = edges as number[];
  const total = known.at(-1) ?? 0;
  const written = union(texts.map(({ box }) => box));
  const scale = units.find(
    (unit) => total * unit > (written.right - written.left) * 0.97 && total * unit < pageWidth * 1.2,
  );
  if (scale === undefined || total <= 0) return undefined;
  const leftmost = Math.min(...texts.map(({ cell, box }) => box.left - (known[cell.column] ?? 0) * scale));
  const rightmost = Math.max(
    ...texts.map(({ cell, box }) => box.right - (known[cell.column + cell.columnSpan] ?? 0) * scale),
  );
  const starts = [
    leftmost - padding,
    leftmost - 0.5,
    (leftmost + rightmost) / 2,
    ...vertical.flatMap((at) => known.map((edge) => at - edge * scale)),
  ];
  const score = (start: number): number => {
    const xs = known.map((edge) => start + edge * scale);
    const lines = vertical.filter((at) => xs.some((x) => Math.abs(x - at) < 1.2)).length;
    return lines - misplaced(xs, texts) * 3 - (start > leftmost + 1 ? 2 : 0);
  };
  const best = starts.toSorted((a, b) => score(b) - score(a))[0] ?? leftmost;
  const xs = known.map((edge) => best + edge * scale);
  return misplaced(xs, texts) <= texts.length * 0.1 ? { xs, scale } : undefined;
}

/** Rows are as high as stated, from where the first one begins. */
function withHeights(
  ys: number[],
  cells: readonly CellBlock[],
  stated: ReadonlyMap<CellBlock, StatedSize>,
  scale: number,
): void {
  const heights = Array.from({ length: ys.length - 1 }, (_, row) =>
    Math.max(
      0,
      ...cells
        .filter((cell) => cell.row === row && cell.rowSpan === 1)
        .map((cell) => (stated.get(cell)?.height ?? 0) * scale),
    ),
  );
  if (heights.some((height) => height <= 0)) return;
  for (const [row, height] of heights.entries()) ys[row + 1] = (ys[row] ?? 0) + height;
}

/** Rules and edges of boxes in and around the table. */
function rulesAround(page: PageContent, box: Box): { vertical: number[]; horizontal: number[] } {
  const within = (item: Box) =>
    item.left < box.right + 16 &&
    item.right > box.left - 16 &&
    item.top < box.bottom + 16 &&
    item.bottom > box.top - 16;
  const rules = page.rules.filter(within);
  const fills = page.fills.filter((fill) => within(fill) && fill.right - fill.left < page.width * 0.97);
  return {
    vertical: [
      ...rules.filter(({ direction }) => direction === 'vertical').map(({ left, right }) => (left + right) / 2),
      ...fills.flatMap(({ left, right }) => [left, right]),
    ],
    horizontal: [
      ...rules.filter(({ direction }) => direction === 'horizontal').map(({ top, bottom }) => (top + bottom) / 2),
      ...fills.flatMap(({ top, bottom }) => [top, bottom]),
    ],
  };
}

/** The drawn line between two positions, else what lies a cell's padding before the second. */
function edgeBetween(low: number, high: number, drawn: readonly number[], pad: number): number {
  const candidates = drawn.filter((at) => at > low - 2 && at < high + 2).toSorted((a, b) => b - a);
  const [best] = candidates;
  if (best !== undefined) return best;
  if (!Number.isFinite(low)) return high - pad;
  if (!Number.isFinite(high)) return low + pad;
  return high - low > pad * 2 ? high - pad : (low + high) / 2;
}

function columnEdges(
  cells: readonly CellBlock[],
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>,
  columns: number,
  { vertical }: { vertical: readonly number[] },
): number[] {
  const lefts = (column: number) =>
    cells
      .filter((cell) => cell.column === column)
      .flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => box.left));
  const rights = (column: number) =>
    cells
      .filter((cell) => cell.column + cell.columnSpan === column)
      .flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => box.right));
  const edges: number[] = [];
  for (let n = 0; n <= columns; n++) {
    const [low, high] = [Math.max(-Infinity, ...rights(n)), Math.min(Infinity, ...lefts(n))];
    const isEnd = n === 0 || n === columns;
    const reach = isEnd ? 14 : 0;
    if (n === 0) edges.push(edgeBetween(high - reach, high, vertical, padding));
    else if (n === columns)
      edges.push(
        Math.min(
          ...[
            ...vertical.filter((at) => at > low - 2 && at < low + 300),
            ...(vertical.some((at) => at > low - 2 && at < low + 300) ? [] : [low + padding]),
          ],
        ),
      );
    else if (Number.isFinite(low) || Number.isFinite(high))
      edges.push(edgeBetween(Math.min(low, high), high, vertical, padding));
    else edges.push(NaN);
  }
  // Columns without anything of their own share the room, at the left they get a little.
  for (const [n, edge] of edges.entries()) if (!Number.isFinite(edge)) edges[n] = NaN;
  const known = edges.findIndex((edge) => !Number.isNaN(edge));
  for (let n = known - 1; n >= 0; n--) edges[n] = (edges[n + 1] ?? 0) - 20;
  for (let n = 1; n < edges.length; n++) {
    if (!Number.isNaN(edges[n])) {
      edges[n] = Math.max(edges[n] ?? 0, (edges[n - 1] ?? 0) + 2);
      continue;
    }
    let end = n;
    while (end < edges.length && Number.isNaN(edges[end])) end++;
    const [from, to] = [edges[n - 1] ?? 0, edges[end] ?? (edges[n - 1] ?? 0) + 20];
    edges[n] = from + Math.max(2, (to - from) / (end - n + 1));
  }
  return edges;
}

/** Of rows on other pages only their order is known. */
function rowEdges(
  cells: readonly CellBlock[],
  extents: ReadonlyMap<CellBlock, readonly PageBox[]>,
  rows: number,
  page: number,
  { horizontal }: { horizontal: readonly number[] },
): number[] {
  const edges: number[] = [];
  for (let n = 0; n <= rows; n++) {
    const of = (isSide: (cell: CellBlock) => boolean) =>
      cells.filter(isSide).flatMap((cell) => (extents.get(cell) ?? []).filter((extent) => extent.page === page));
    const above = of((cell) => cell.row + cell.rowSpan === n).map(({ box }) => box.bottom);
    const below = of((cell) => cell.row === n).map(({ box }) => box.top);
    const [low, high] = [Math.max(-Infinity, ...above), Math.min(Infinity, ...below)];
    if (!Number.isFinite(low) && !Number.isFinite(high)) edges.push(NaN);
    else if (n === 0) edges.push(edgeBetween(high - 12, high, horizontal, 1));
    else if (!Number.isFinite(high))
      edges.push(
        Math.min(
          low + 40,
          ...horizontal.filter((at) => at > low - 2),
          ...(horizontal.some((at) => at > low - 2) ? [] : [low + 1]),
        ),
      );
    else edges.push(edgeBetween(Math.min(low, high), high, horizontal, 1));
  }
  const first = edges.find((edge) => Number.isFinite(edge)) ?? 0;
  for (let n = 0; n < edges.length; n++) {
    const before = edges[n - 1] ?? first;
    edges[n] = Number.isFinite(edges[n]) ? Math.max(before, edges[n] ?? 0) : before;
  }
  return edges;
}

/** The borders and the shade that are drawn at a cell's place. */
function decorated(cell: CellBlock, place: Box, page: PageContent): void {
  const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
  const find = (direction: Rule['direction'], at: number, across: number) =>
    page.rules.find(
      (rule) =>
        rule.direction === direction &&
        Math.abs((direction === 'vertical' ? (rule.left + rule.right) / 2 : (rule.top + rule.bottom) / 2) - at) < 3 &&
        (direction === 'vertical'
          ? rule.top < across && rule.bottom > across
          : rule.left < across && rule.right > across),
    );
  const sides = {
    top: find('horizontal', place.top, x),
    bottom: find('horizontal', place.bottom, x),
    left: find('vertical', place.left, y),
    right: find('vertical', place.right, y),
  };
  cell.borders = Object.fromEntries(
    Object.entries(sides).flatMap(([side, rule]) =>
      rule === undefined ? [] : [[side, { thickness: rule.thickness, color: rule.color }]],
    ),
  ) as CellBlock['borders'];
  const shading = page.fills.findLast(
    (fill) =>
      fill.left < x &&
      fill.right > x &&
      fill.top < y &&
      fill.bottom > y &&
      fill.right - fill.left < page.width * 0.97 &&
      fill.bottom - fill.top > 4,
  );
  if (shading !== undefined && shading.color !== 'ffffff') cell.shading = shading.color;
}
