// The layout of a page without tags: tables by their rules, columns by their gutters, paragraphs by their lines.
import { claim } from '../claims.ts';
import { type Box, areaOf, bareBox, contains, middleX, middleY, overlaps } from '../box.ts';
import type { Glyph, TextLine, PageContent, Picture } from '../page-content.ts';
import { type LayoutBlock, pictureBlock, type Region, type TableBlock, topOf } from '../layout-blocks.ts';
import { fragmentsOf, joined, linesOf, piecesOf } from '../lines/lines.ts';
import { withoutStretchedBlanks } from '../lines/stretched-blanks.ts';
import { type Leadings, leadingsOf, splitParagraphs } from '../text/paragraphs.ts';
import type { TableCandidate } from './table-candidate.ts';
import type { KnownGutter } from './gutters.ts';
import { type RegionBounds, regionsOf } from './columns.ts';
import { type PageItem, itemOf } from './page-item.ts';
import { formulasOf } from './formulas.ts';
import { openTables, tablesAcross } from './open-tables.ts';
import { drawingsOf, mergedPictures } from './drawings.ts';
import { insertHeads, marginHeads } from './margin-heads.ts';
import { partColumns } from './parted-columns.ts';
import { partRows } from './parted-rows.ts';
import { cellAt, drawnEdges, ruledTables, takeDrawn } from './ruled-tables.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the page: a larger picture with text over it is the page's ground. */
  ground: 0.75,
  /** Letters over such a picture. */
  textOverGround: 40,
  /** Lines over a smaller one that make it the ground of the text. */
  linesOverGround: 4,
  /** Times the cell's area: a larger picture is not in the cell. */
  pictureInCell: 1.1,
};

/** A page parted into columns, tables and pictures, before there are paragraphs. */
export interface PageLayout {
  page: PageContent;
  regions: RegionBounds[];
  tables: TableBlock[];
  /** Lines by area and column. */
  columns: { region: number; column: number; lines: TextLine[] }[];
  pictures: Picture[];
  /** Headings in the margin. */
  heads: TextLine[][];
  cells: Map<TableBlock['cells'][number], TextLine[]>;
}

export const visible = (page: PageContent) => page.glyphs.filter(({ angle, isHidden }) => angle === 0 && !isHidden);

/** The items of a page, before it is split into columns. */
export interface PageParts {
  page: PageContent;
  body: Box;
  tables: TableBlock[];
  cells: PageLayout['cells'];
  pictures: Picture[];
  heads: TextLine[][];
  /** Other text outside of tables. */
  fragments: TextLine[];
  items: PageItem[];
}

/** Finds drawings and tables of a page. */
export function partsOf(page: PageContent, body: Box): PageParts {
  const formulas = formulasOf(page);
  const drawings = [...formulas, ...drawingsOf(page)];
  const isDrawn = (box: Box) => drawings.some((drawing) => contains(drawing, box));
  page.rules = page.rules.filter((rule) => !isDrawn(rule));
  page.fills = page.fills.filter((fill) => !isDrawn(fill));
  claim(page, page.glyphs.filter(isDrawn), 'picture');
  const edges = drawnEdges(page);
  const tables = ruledTables(page, edges);
  takeDrawn(page, tables, edges);
  const { cells, rest } = textsOfCells(tables, page.index, visible(page));
  const pieces = fragmentsOf(rest, page.index);
  const heads = marginHeads(pieces);
  const fragments = pieces.filter((piece) => !heads.some((head) => head.includes(piece)));
  const pictures = mergedPictures(page, [...page.pictures.filter((picture) => isContent(picture, page)), ...drawings]);
  const parts = { page, body, tables, cells, pictures, heads, fragments, items: [] };
  // Of the margin, too: its gutter may be that of other pages.
  return { ...parts, items: itemsOf({ ...parts, fragments: pieces }) };
}

/** The lines of the cells of tables, whose columns and rows are split by them, and the letters outside of cells. */
export function textsOfCells(
  tables: readonly TableBlock[],
  page: number,
  letters: readonly Glyph[],
): { cells: PageLayout['cells']; rest: Glyph[] } {
  const cells: PageLayout['cells'] = new Map();
  // A glyph belongs to the innermost table around it.
  const byCell = Map.groupBy(letters, (glyph) => tables.toReversed().flatMap((table) => cellAt(table, glyph) ?? [])[0]);
  for (const [cell, glyphs] of byCell) if (cell !== undefined) cells.set(cell, linesOf(piecesOf(glyphs, page)));
  for (const table of tables) {
    // Cells over each other end at one edge.
    for (const column of Map.groupBy(table.cells, ({ box }) => Math.round(box.right)).values())
      withoutStretchedBlanks(column.flatMap((cell) => cells.get(cell) ?? []));
    partColumns(table, cells);
    partRows(table, cells);
  }
  return { cells, rest: byCell.get(undefined) ?? [] };
}

const itemsOf = ({ fragments, tables, pictures }: PageParts): PageItem[] => [
  ...fragments.map(itemOf),
  ...tables.map(({ box }) => box),
  ...pictures.filter((picture) => !isGroundOf(picture, fragments)).map(bareBox),
];

/** Whether text is set over a picture as if it were not there: columns continue over it. */
const isGroundOf = (picture: Box, fragments: readonly TextLine[]): boolean =>
  fragments.filter((fragment) => contains(picture, fragment) || crossesSide(fragment, picture)).length >=
  thresholds.linesOverGround;

/** Whether a line crosses the left or right side of a picture. */
const crossesSide = (line: Box, { left, top, right, bottom }: Box): boolean => {
  const y = middleY(line);
  const isAcross = (x: number) => line.left < x - tolerances.slackPoints && line.right > x + tolerances.slackPoints;
  return y > top && y < bottom && (isAcross(left) || isAcross(right));
};

/**
 * Parts a page into columns with the gutters that other pages have too, and finds the tables without lines in them.
 * Removes notes by `withoutNotes`, which receives a column's lines and all of the page, and returns those that stay.
 */
export function layoutOf(
  parts: PageParts,
  known: readonly KnownGutter[],
  withoutNotes: (lines: TextLine[], page: PageContent, all: TextLine[]) => TextLine[],
): PageLayout {
  const { page, body, tables, cells, pictures, heads } = parts;
  let { fragments } = parts;
  let regions = regionsOf(itemsOf(parts), body, known);
  const take = (found: readonly TableCandidate[]) => {
    if (found.length === 0) return;
    tables.push(...found.map(({ table }) => table));
    for (const { table, lines } of found) {
      partRows(table, lines);
      for (const [cell, own] of lines) cells.set(cell, own);
    }
    const claimed = new Set(found.flatMap((own) => own.claimed));
    page.rules = page.rules.filter((rule) => !claimed.has(rule));
    const gone = new Set(found.flatMap(({ pieces }) => pieces.flatMap(({ glyphs }) => glyphs)));
    fragments = fragments.filter(({ glyphs }) => !glyphs.some((glyph) => gone.has(glyph)));
    regions = regionsOf(itemsOf({ ...parts, fragments }), body, known);
  };
  take(tablesAcross(fragments, regions, page));
  take(inColumns(fragments, regions).flatMap(({ own }) => openTables(joined(own), page)));
  const columns = inColumns(fragments, regions).map(({ own, ...place }) => ({ ...place, lines: linesOf(joined(own)) }));
  for (const { lines } of columns) withoutStretchedBlanks(lines);
  const all = [...columns.flatMap(({ lines }) => lines), ...[...cells.values()].flat()];
  for (const column of columns) column.lines = withoutNotes(column.lines, page, all);
  return { page, regions, tables, columns, pictures, heads, cells };
}

/** The fragments of each column of each region. */
const inColumns = (fragments: readonly TextLine[], regions: readonly RegionBounds[]) =>
  regions.flatMap((region, a) => {
    const here = fragments.filter((fragment) => regionAt(regions, fragment) === a);
    return region.columns.map((_, c) => ({
      region: a,
      column: c,
      own: here.filter((fragment) => columnAt(region, fragment) === c),
    }));
  });

/** Not the background of the page, nor the content of a table cell. */
function isContent(picture: Picture, page: PageContent): boolean {
  const share = ((picture.right - picture.left) * (picture.bottom - picture.top)) / (page.width * page.height);
  const over = page.glyphs.filter((glyph) => contains(picture, glyph)).length;
  return (
    !(share > thresholds.ground && over > thresholds.textOverGround) &&
    !picture.isArtifact &&
    picture.right > 0 &&
    picture.bottom > 0 &&
    picture.left < page.width &&
    picture.top < page.height
  );
}

export function regionAt(regions: readonly RegionBounds[], box: Box): number {
  const y = middleY(box);
  const found = regions.findIndex(
    ({ top, bottom }) => y >= top - tolerances.sameLinePoints && y <= bottom + tolerances.sameLinePoints,
  );
  return found >= 0
    ? found
    : Math.max(
        0,
        regions.findLastIndex(({ bottom }) => bottom < y),
      );
}

export function columnAt(region: Pick<RegionBounds, 'columns'> | undefined, box: Box): number {
  const x = middleX(box);
  const found =
    region?.columns.findIndex(
      ({ left, right }) => x >= left - tolerances.slackPoints && x <= right + tolerances.slackPoints,
    ) ?? 0;
  return Math.max(0, found);
}

export const typicalLeadings = (pages: readonly PageLayout[]): Leadings =>
  leadingsOf([
    ...pages.flatMap(({ columns }) => columns.map(({ lines }) => lines)),
    ...pages.flatMap(({ cells }) => [...cells.values()]),
  ]);

/** The regions of the page with their blocks in reading order. */
export function regionsInOrder(parsed: PageLayout, leadings: Leadings): Region[] {
  const { page, regions, tables, columns, pictures, heads } = parsed;
  fillCells(parsed, leadings);
  const outer = tables.filter(
    (table) => !tables.some((other) => other !== table && other.cells.some((cell) => cell.blocks.includes(table))),
  );
  const inCell = new Set(
    tables.flatMap((table) =>
      table.cells.flatMap((cell) => cell.blocks.flatMap((block) => (block.kind === 'picture' ? [block.picture] : []))),
    ),
  );
  return regions.map((region, a) => {
    const { columns: spans, top, bottom } = region;
    const blocks = spans.flatMap((column, c) => {
      const container: Box = { ...column, top: region.top, bottom: region.bottom };
      const isHere = (box: Box) => regionAt(regions, box) === a && columnAt(region, box) === c;
      const fixed: LayoutBlock[] = [
        ...outer.filter(({ box }) => isHere(box)),
        ...pictures
          .filter((picture) => !inCell.has(picture) && isHere(picture))
          .map((picture) => pictureBlock(picture, page.index, container)),
      ];
      for (const item of fixed) if (item.kind === 'table') item.container = container;
      const lines = columns.find((entry) => entry.region === a && entry.column === c)?.lines ?? [];
      return inReadingOrder(lines, fixed, container, leadings);
    });
    const own = heads.filter(([first]) => first !== undefined && regionAt(regions, first) === a);
    insertHeads(blocks, own, { container: { ...spans[0]!, top, bottom }, leadings });
    return { page: page.index, columns: spans, top, bottom, blocks };
  });
}

/** Paragraphs of the lines, with tables and pictures between them at their positions. */
function inReadingOrder(
  lines: readonly TextLine[],
  fixed: readonly LayoutBlock[],
  container: Box,
  leadings: Leadings,
): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  const sorted = fixed.toSorted((a, b) => topOf(a) - topOf(b));
  let rest = [...lines];
  for (const item of sorted) {
    const before = rest.filter((line) => middleY(line) < topOf(item));
    rest = rest.filter((line) => !before.includes(line));
    blocks.push(...splitParagraphs(before, container, leadings), item);
  }
  blocks.push(...splitParagraphs(rest, container, leadings));
  return blocks;
}

/** Makes blocks of the lines and pictures of cells. */
export function fillCells(
  { tables, pictures, page, cells }: Pick<PageLayout, 'tables' | 'pictures' | 'page' | 'cells'>,
  leadings: Leadings,
): void {
  for (const [n, table] of tables.entries())
    for (const cell of table.cells) {
      const nested = tables
        .slice(n + 1)
        .filter(
          (other) =>
            contains(cell.box, other.box) && overlaps(cell.box, other.box) && areaOf(other.box) < areaOf(cell.box),
        );
      const own = pictures.filter(
        (picture) => contains(cell.box, picture) && areaOf(picture) < areaOf(cell.box) * thresholds.pictureInCell,
      );
      const lines = cells.get(cell) ?? [];
      const container = cellFrame(cell.box, lines);
      cell.blocks = inReadingOrder(
        lines,
        [...nested, ...own.map((picture) => pictureBlock(picture, page.index, container))],
        container,
        leadings,
      );
    }
}

/** The cell without its padding, which is as wide on the right as on the left at most. */
function cellFrame(box: Box, lines: readonly TextLine[]): Box {
  const inset = Math.min(
    tolerances.paddingPoints,
    ...lines.map(({ left }) => Math.max(0, left - box.left)),
    ...lines.map(({ right }) => Math.max(0, box.right - right)),
  );
  return { ...box, left: box.left + inset, right: box.right - inset };
}
