// Pages without tags: tables by their lines, columns by their gutters, paragraphs by their lines.
import { type Box, contains, type Line, overlaps, type PageContent, type Picture } from '../content.ts';
import { type Band, type Draft, type PictureDraft, type TableDraft, topOf } from '../drafts.ts';
import { fragmentsOf, joined, linesOf, piecesOf } from '../lines/lines.ts';
import { type Pitches, pitchesOf, split } from '../text/split.ts';
import { alignedTables } from './aligned.ts';
import { type Area, areasOf, type Item, itemOf } from './columns.ts';
import { drawingsOf, mergedPictures } from './drawings.ts';
import { cellAt, ruledTables } from './grid.ts';

/** A page parted into what stands in its columns, before paragraphs are told apart. */
export interface ParsedPage {
  page: PageContent;
  areas: Area[];
  tables: TableDraft[];
  /** Lines by area and column. */
  columns: { area: number; column: number; lines: Line[] }[];
  pictures: Picture[];
  cells: Map<TableDraft['cells'][number], Line[]>;
}

export const visible = (page: PageContent) => page.glyphs.filter(({ angle, isHidden }) => angle === 0 && !isHidden);

/** Takes notes out by `withoutNotes`, which gets a column's lines and all of the page, and gives those back that stay. */
export function parsePage(
  page: PageContent,
  body: Box,
  withoutNotes: (lines: Line[], page: PageContent, all: Line[]) => Line[],
): ParsedPage {
  const drawings = drawingsOf(page);
  const isDrawn = (box: Box) => drawings.some((drawing) => contains(drawing, box));
  page.rules = page.rules.filter((rule) => !isDrawn(rule));
  page.fills = page.fills.filter((fill) => !isDrawn(fill));
  page.glyphs = page.glyphs.filter((glyph) => !isDrawn(glyph));
  const tables = ruledTables(page);
  const cells: ParsedPage['cells'] = new Map();
  const free = [];
  const inCells = new Map<TableDraft['cells'][number], PageContent['glyphs']>();
  for (const glyph of visible(page)) {
    // The innermost table has it.
    const cell = tables.toReversed().flatMap((table) => cellAt(table, glyph) ?? [])[0];
    if (cell === undefined) free.push(glyph);
    else inCells.set(cell, [...(inCells.get(cell) ?? []), glyph]);
  }
  for (const [cell, glyphs] of inCells) cells.set(cell, linesOf(piecesOf(glyphs, page.index)));
  let fragments = fragmentsOf(free, page.index);
  const aligned = alignedTables(joined(fragments), page);
  tables.push(...aligned.map(({ table }) => table));
  for (const { lines } of aligned) for (const [cell, own] of lines) cells.set(cell, own);
  const gone = new Set(aligned.flatMap(({ pieces }) => pieces.flatMap(({ glyphs }) => glyphs)));
  fragments = fragments.filter(({ glyphs }) => !glyphs.some((glyph) => gone.has(glyph)));
  const pictures = mergedPictures(page, [...page.pictures.filter((picture) => isContent(picture, page)), ...drawings]);
  const items: Item[] = [
    ...fragments.map(itemOf),
    ...tables.map(({ box }) => box),
    ...pictures.map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
  ];
  const areas = areasOf(items, body);
  const columns = areas.flatMap((area, a) =>
    area.columns.map((_, c) => {
      const own = fragments.filter((fragment) => areaAt(areas, fragment) === a && columnAt(area, fragment) === c);
      return { area: a, column: c, lines: linesOf(joined(own)) };
    }),
  );
  const all = [...columns.flatMap(({ lines }) => lines), ...[...cells.values()].flat()];
  for (const column of columns) column.lines = withoutNotes(column.lines, page, all);
  return { page, areas, tables, columns, pictures, cells };
}

/** Not the page's ground, nor what a table's cell has. */
function isContent(picture: Picture, page: PageContent): boolean {
  const share = ((picture.right - picture.left) * (picture.bottom - picture.top)) / (page.width * page.height);
  const over = page.glyphs.filter((glyph) => contains(picture, glyph)).length;
  return (
    !(share > 0.75 && over > 40) &&
    !picture.isArtifact &&
    picture.right > 0 &&
    picture.bottom > 0 &&
    picture.left < page.width &&
    picture.top < page.height
  );
}

export function areaAt(areas: readonly Area[], box: Box): number {
  const y = (box.top + box.bottom) / 2;
  const found = areas.findIndex(({ top, bottom }) => y >= top - 1 && y <= bottom + 1);
  return found >= 0
    ? found
    : Math.max(
        0,
        areas.findLastIndex(({ bottom }) => bottom < y),
      );
}

export function columnAt(area: Area | undefined, box: Box): number {
  const x = (box.left + box.right) / 2;
  const found = area?.columns.findIndex(({ left, right }) => x >= left - 2 && x <= right + 2) ?? 0;
  return Math.max(0, found);
}

export const pagePitches = (pages: readonly ParsedPage[]): Pitches =>
  pitchesOf([
    ...pages.flatMap(({ columns }) => columns.map(({ lines }) => lines)),
    ...pages.flatMap(({ cells }) => [...cells.values()]),
  ]);

/** Everything on the page in reading order. */
export function bandsOf(parsed: ParsedPage, pitches: Pitches): Band[] {
  const { page, areas, tables, columns, pictures, cells } = parsed;
  fillCells(parsed, pitches, cells);
  const outer = tables.filter(
    (table) => !tables.some((other) => other !== table && other.cells.some((cell) => cell.drafts.includes(table))),
  );
  const inCell = new Set(
    tables.flatMap((table) =>
      table.cells.flatMap((cell) => cell.drafts.flatMap((draft) => (draft.kind === 'picture' ? [draft.picture] : []))),
    ),
  );
  return areas.map((area, a) => ({
    page: page.index,
    columns: area.columns,
    top: area.top,
    bottom: area.bottom,
    drafts: area.columns.flatMap((column, c) => {
      const frame: Box = { ...column, top: area.top, bottom: area.bottom };
      const isHere = (box: Box) => areaAt(areas, box) === a && columnAt(area, box) === c;
      const fixed: Draft[] = [
        ...outer.filter(({ box }) => isHere(box)),
        ...pictures
          .filter((picture) => !inCell.has(picture) && isHere(picture))
          .map((picture) => pictureDraft(picture, page.index, frame)),
      ];
      for (const item of fixed) if (item.kind === 'table') item.frame = frame;
      const lines = columns.find((entry) => entry.area === a && entry.column === c)?.lines ?? [];
      return woven(lines, fixed, frame, pitches);
    }),
  }));
}

export const pictureDraft = (picture: Picture, page: number, frame: Box): PictureDraft => ({
  kind: 'picture',
  page,
  box: { left: picture.left, top: picture.top, right: picture.right, bottom: picture.bottom },
  picture,
  frame,
});

/** Lines made paragraphs, with tables and pictures where they stand between. */
function woven(lines: readonly Line[], fixed: readonly Draft[], frame: Box, pitches: Pitches): Draft[] {
  const drafts: Draft[] = [];
  const sorted = fixed.toSorted((a, b) => topOf(a) - topOf(b));
  let rest = [...lines];
  for (const item of sorted) {
    const before = rest.filter((line) => (line.top + line.bottom) / 2 < topOf(item));
    rest = rest.filter((line) => !before.includes(line));
    drafts.push(...split(before, frame, pitches), item);
  }
  drafts.push(...split(rest, frame, pitches));
  return drafts;
}

function fillCells({ tables, pictures, page }: ParsedPage, pitches: Pitches, cells: ParsedPage['cells']): void {
  for (const [n, table] of tables.entries())
    for (const cell of table.cells) {
      const nested = tables
        .slice(n + 1)
        .filter(
          (other) => contains(cell.box, other.box) && overlaps(cell.box, other.box) && area(other.box) < area(cell.box),
        );
      const own = pictures.filter((picture) => contains(cell.box, picture) && area(picture) < area(cell.box) * 1.1);
      const lines = cells.get(cell) ?? [];
      const frame = cellFrame(cell.box, lines);
      cell.drafts = woven(
        lines,
        [...nested, ...own.map((picture) => pictureDraft(picture, page.index, frame))],
        frame,
        pitches,
      );
    }
}

const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);

/** The cell without its padding, which is as wide on the right as on the left at most. */
function cellFrame(box: Box, lines: readonly Line[]): Box {
  const inset = Math.min(
    6,
    ...lines.map(({ left }) => Math.max(0, left - box.left)),
    ...lines.map(({ right }) => Math.max(0, box.right - right)),
  );
  return { ...box, left: box.left + inset, right: box.right - inset };
}
