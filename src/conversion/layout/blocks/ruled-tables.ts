// Ruled tables: lines that cross make a grid with cells between them. Missing lines are merged cells.
// (As in Hassan and Baumgartner, "Table Recognition and Understanding from PDF Files", ICDAR 2007: lattice of ruling lines.)
import { type Box, contains, middleX, middleY, overlaps, union, areaOf, grown } from '../box.ts';
import type { Fill, Glyph, PageContent } from '../page-content.ts';
import type { Border, Borders, CellBlock, TableBlock } from '../layout-blocks.ts';
import { cellOn } from './grid.ts';
import { type Edge, edgesOfBox, withPiecesJoined, withoutTickBoxes, crossingGroups } from './ruling-lines.ts';
import { endOf, positionOf, startOf } from '../straight-lines.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Filled boxes: more are a drawing. */
  maxFills: 3000,
  /** Lines: more are a drawing. */
  maxRules: 8000,
  /** Points: a smaller box is a speck. */
  minCell: 6,
  /** Share of the page's height: a higher box is its ground. */
  pageHeight: 0.9,
  /** Times a table's area: a larger box is not its ground. */
  groundOfTable: 1.1,
  /** Share of the page's area: a larger box is the ground of its text. */
  pageArea: 0.5,
  /** Points by which text may exceed it above and below. */
  textOver: 4,
  /** Points beyond the outermost vertical line that are a column without an outer line. */
  openColumn: 12,
  /** Points beyond the outermost horizontal line that are a row without an outer line. */
  openRow: 8,
  /** Points that text of such a row may reach over the line. */
  openRowSlack: 2,
  /** Curves in a table; more are a drawing ... */
  maxCurves: 12,
  /** ... unless each has this number of letters. */
  lettersPerCurve: 10,
  /** em: letters that are closer are of one word. */
  letterGap: 0.12,
  /** Lines of a table for each edge of a ground between them: then it is the ground of a text in a cell. */
  linesPerGround: 3,
  /** Words that edges may run through. */
  cutWords: 2,
  /** Share of the neighbouring letters that edges may run between. */
  cutShare: 0.004,
};

/** The tables that lines and boxes of a page draw, with empty cells, the largest first. */
export function ruledTables(page: PageContent, { lines, fills } = drawnEdges(page)): TableBlock[] {
  const tables = crossingGroups(lines).flatMap((group) => {
    const whole = tableOf(group, fills, page);
    const own = withoutGrounds(group);
    return (whole === null || own.length === group.length ? whole : tableOf(own, fills, page)) ?? [];
  });
  return tables.toSorted((a, b) => areaOf(b.box) - areaOf(a.box));
}

/** Removes the rules of tables from their page. */
export function takeDrawn(page: PageContent, tables: readonly TableBlock[], { tickBoxes } = drawnEdges(page)): void {
  const isUsed = (box: Box) => tables.some((table) => overlaps(grown(table.box, tolerances.slackPoints), box));
  page.rules = [...page.rules.filter((rule) => !isUsed(rule)), ...tickBoxes.filter(isUsed)];
  page.fills = page.fills.filter(
    (fill) => !tables.some(({ box }) => contains(box, fill) && areaOf(fill) < areaOf(box) * thresholds.groundOfTable),
  );
}

/** The edges that may part cells, and the boxes to tick between them. */
export function drawnEdges(page: PageContent): { lines: Edge[]; tickBoxes: Edge[]; fills: Fill[] } {
  if (page.rules.length > thresholds.maxRules) return { lines: [], tickBoxes: [], fills: [] };
  const fills = page.fills.length > thresholds.maxFills ? [] : page.fills.filter((fill) => isCellLike(fill, page));
  const edges = [
    ...withPiecesJoined(page.rules.map((rule) => ({ ...rule, isDrawn: true }))),
    ...fills.flatMap(edgesOfBox),
  ];
  const lines = withoutTickBoxes(edges);
  return { lines, tickBoxes: edges.filter((edge) => edge.isDrawn && !lines.includes(edge)), fills };
}

/** Edges without those of grounds that reach out of the grid that is drawn, or are few in it. */
function withoutGrounds(group: readonly Edge[]): Edge[] {
  const grids = crossingGroups(group.filter(({ isDrawn }) => isDrawn)).filter(isGrid);
  if (grids.length === 0) return [...group];
  const drawn = grown(union(grids.flat()), tolerances.slackPoints);
  const isWithin = ({ direction, left, right, top, bottom }: Edge) =>
    direction === 'horizontal'
      ? left >= drawn.left && right <= drawn.right
      : top >= drawn.top && bottom <= drawn.bottom;
  const inside = group.filter((edge) => edge.isDrawn || (contains(drawn, edge) && isWithin(edge)));
  return [...Map.groupBy(inside, ({ direction }) => direction).values()].flatMap(withoutFew);
}

/** Edges of one direction without those between the lines that are drawn, where they are few beside these. */
function withoutFew(edges: readonly Edge[]): Edge[] {
  const drawn = clustered(edges.filter(({ isDrawn }) => isDrawn).map(positionOf));
  const isOnLine = (edge: Edge) =>
    edge.isDrawn || drawn.some((line) => Math.abs(line - positionOf(edge)) < tolerances.sameRulePoints);
  const between = clustered(edges.filter((edge) => !isOnLine(edge)).map(positionOf));
  return between.length * thresholds.linesPerGround > drawn.length ? [...edges] : edges.filter(isOnLine);
}

/** Whether lines part cells in both directions. */
const isGrid = (group: readonly Edge[]): boolean =>
  [...Map.groupBy(group, ({ direction }) => direction).values()].every(
    (own) => clustered(own.map(positionOf)).length > 2,
  );

/** Not the page's ground, nor a speck; white ones part cells too. */
const isCellLike = (fill: Fill, page: PageContent): boolean =>
  fill.right - fill.left > thresholds.minCell &&
  fill.bottom - fill.top > thresholds.minCell &&
  !(
    fill.right - fill.left > page.width * tolerances.groundWidth ||
    fill.bottom - fill.top > page.height * thresholds.pageHeight ||
    areaOf(fill) > page.width * page.height * thresholds.pageArea
  );

/** Positions that are nearly the same as one. */
function clustered(values: readonly number[]): number[] {
  const result: { sum: number; count: number }[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && value - last.sum / last.count < tolerances.sameRulePoints) {
      last.sum += value;
      last.count += 1;
    } else result.push({ sum: value, count: 1 });
  }
  return result.map(({ sum, count }) => sum / count);
}

function tableOf(group: readonly Edge[], fills: readonly Fill[], page: PageContent): TableBlock | null {
  const horizontal = group.filter(({ direction }) => direction === 'horizontal');
  const vertical = group.filter(({ direction }) => direction === 'vertical');
  const box = union(group);
  const texts = page.glyphs.filter(
    (glyph) =>
      glyph.text.trim() !== '' &&
      glyph.left > box.left - tolerances.sameLinePoints &&
      glyph.right < box.right + tolerances.sameLinePoints &&
      glyph.top > box.top - thresholds.textOver &&
      glyph.bottom < box.bottom + thresholds.textOver,
  );
  if (texts.length === 0) return null;
  const ys = clustered(horizontal.map(positionOf));
  const xs = clustered(vertical.map(positionOf));
  // Tables without their outer lines, if there is text beyond the last one.
  const [{ openColumn, openRow, openRowSlack }, { left, right, top, bottom }] = [thresholds, box];
  const [first = -Infinity, last = Infinity] = [xs[0], xs.at(-1)];
  if (first - left > openColumn && texts.some((glyph) => glyph.right < first)) xs.unshift(left);
  if (right - last > openColumn && texts.some((glyph) => glyph.left > last)) xs.push(right);
  const [above = -Infinity, below = Infinity] = [ys[0], ys.at(-1)];
  if (above - top > openRow && texts.some((glyph) => glyph.bottom < above + openRowSlack)) ys.unshift(top);
  if (bottom - below > openRow && texts.some((glyph) => glyph.top > below - openRowSlack)) ys.push(bottom);
  if (xs.length < 2 || ys.length < 2 || (xs.length - 1) * (ys.length - 1) < 2) return null;
  const isDrawn =
    group.some((edge) => edge.isDrawn && edge.direction === 'horizontal') &&
    group.some((edge) => edge.isDrawn && edge.direction === 'vertical');
  if (!isDrawn && (xs.length < 3 || ys.length < 3)) return null;
  const curves = page.drawingPaths.filter((stroke) => overlaps(stroke, box));
  if (curves.length > thresholds.maxCurves && curves.length > texts.length / thresholds.lettersPerCurve) return null;
  const cells = cellsOf(xs, ys, group, fills);
  if (cutsWords(cells, texts)) return null;
  const filled = cells.filter((cell) => texts.some((glyph) => within(cell.box, glyph)));
  if (cells.length < 2 || filled.length < 2) return null;
  // Grounds of lines below each other.
  if (!isDrawn && filled.every(({ column }) => column === 0)) return null;
  return { kind: 'table', page: page.index, box, xs, ys, cells, headerRows: 0 };
}

/** Whether edges run through words: then they are decoration. */
function cutsWords(cells: readonly CellBlock[], texts: readonly Glyph[]): boolean {
  let [pairs, cut] = [0, 0];
  for (const [n, glyph] of texts.entries()) {
    const before = texts[n - 1];
    if (before === undefined || Math.abs(before.baseline - glyph.baseline) > tolerances.sameBaselinePoints) continue;
    if (Math.abs(glyph.left - before.right) > glyph.style.size * thresholds.letterGap) continue;
    pairs += 1;
    const own = cells.find((cell) => within(cell.box, glyph));
    if (own !== undefined && !within(own.box, before)) cut += 1;
  }
  return cut > thresholds.cutWords && cut > pairs * thresholds.cutShare;
}

const within = (box: Box, inner: Box): boolean => {
  const [x, y] = [middleX(inner), middleY(inner)];
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
};

function cellsOf(
  xs: readonly number[],
  ys: readonly number[],
  edges: readonly Edge[],
  fills: readonly Fill[],
): CellBlock[] {
  const along = (direction: Edge['direction'], position: number, at: number) =>
    edges.filter(
      (edge) =>
        edge.direction === direction &&
        Math.abs(positionOf(edge) - position) < tolerances.sameRulePoints &&
        startOf(edge) < at &&
        endOf(edge) > at,
    );
  const border = (direction: Edge['direction'], position: number, at: number): Border | undefined => {
    const edge = along(direction, position, at).find(({ isDrawn }) => isDrawn);
    return edge === undefined ? undefined : { thickness: edge.thickness, color: edge.color };
  };
  const cells = rectanglesOf({ xs, ys }, (...place) => along(...place).length > 0).map((place): CellBlock => {
    const cell = cellOn({ xs, ys }, place);
    const { box } = cell;
    const [x, y] = [middleX(box), middleY(box)];
    const shading = fills.findLast(
      (fill) =>
        within(fill, { left: x, right: x, top: y, bottom: y }) &&
        fill.bottom - fill.top > tolerances.shadingHeightPoints,
    )?.color;
    return {
      ...cell,
      ...(shading === undefined || shading === 'ffffff' ? {} : { shading }),
      borders: defined({
        top: border('horizontal', box.top, x),
        bottom: border('horizontal', box.bottom, x),
        left: border('vertical', box.left, y),
        right: border('vertical', box.right, y),
      }),
    };
  });
  return cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

type Place = Pick<CellBlock, 'row' | 'column' | 'rowSpan' | 'columnSpan'>;

/** The places of the grid with no edge between them, as rectangles, the largest first. */
function rectanglesOf(
  { xs, ys }: Record<'xs' | 'ys', readonly number[]>,
  isParted: (direction: Edge['direction'], position: number, at: number) => boolean,
): Place[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const owner = Array.from({ length: rows * columns }, (_, n) => n);
  const find = (n: number): number => (owner[n] === n ? n : find(owner[n] ?? n));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const { box } = cellOn({ xs, ys }, { row, column });
      const n = row * columns + column;
      if (column + 1 < columns && !isParted('vertical', box.right, middleY(box))) owner[find(n + 1)] = find(n);
      if (row + 1 < rows && !isParted('horizontal', box.bottom, middleX(box))) owner[find(n + columns)] = find(n);
    }
  const groups = [...Map.groupBy(owner.keys(), find).values()].toSorted((a, b) => b.length - a.length);
  return groups.flatMap((group): Place[] => {
    const at = group.map((n) => ({ row: Math.floor(n / columns), column: n % columns }));
    const [row, column] = [Math.min(...at.map((one) => one.row)), Math.min(...at.map((one) => one.column))];
    const rowSpan = Math.max(...at.map((one) => one.row)) - row + 1;
    const columnSpan = Math.max(...at.map((one) => one.column)) - column + 1;
    // Areas that are not rectangles stay in single cells.
    return group.length === rowSpan * columnSpan
      ? [{ row, column, rowSpan, columnSpan }]
      : at.map((one) => ({ ...one, rowSpan: 1, columnSpan: 1 }));
  });
}

const defined = (borders: { [side in keyof Borders]: Borders[side] | undefined }): Borders =>
  Object.fromEntries(Object.entries(borders).filter(([, border]) => border !== undefined)) as Borders;

/** The cell that contains something. */
export const cellAt = (table: TableBlock, glyph: Box): CellBlock | undefined =>
  table.cells.find((cell) => within(cell.box, glyph));
