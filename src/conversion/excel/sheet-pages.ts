// Pages that are a sheet without lines around its cells, in documents without tags: text that is aligned vertically is a column.
import { type Box, union } from '#conversion/layout/box.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import {
  type CellBlock,
  type LayoutBlock,
  pageOf,
  type Region,
  type TableBlock,
  textBlocks,
} from '#conversion/layout/layout-blocks.ts';
import { blankBetween, isBlank, lineOf, rowsOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import { median } from '#conversion/layout/numbers.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { evidenceOf } from '#conversion/layout/blocks/table-evidence.ts';
import { tableScore } from '#conversion/layout/blocks/scores.ts';
import { dateOf } from './values/dates.ts';
import { plainSigns } from './values/number-text.ts';

const thresholds = {
  /** em: pieces farther apart are not in one cell, even with a blank between them; blanks have a quarter of an em. */
  wordGap: 0.35,
  /** em: the same where nothing was written between. */
  bareGap: 0.1,
  /** em between columns at least. */
  room: 0.12,
  /** em that are no blank. */
  sureRoom: 0.31,
  /** Share of the rows that less room has to part numbers from text in. */
  parted: 0.7,
  /** Share of the rows whose text may lie over the room between two columns. */
  crossing: 0.05,
  /** Rows at least. */
  rows: 4,
  /** Positions that are tried for a gap, with this many rows. */
  places: 3,
  tried: 100,
};

/** Points. */
const step = 0.25;

interface Row {
  page: number;
  pieces: TextLine[];
}

/** Replaces the content of such pages by tables; tables on consecutive pages with the same columns become one. */
export function findSheetPages(layout: DocumentLayout): void {
  if (layout.isTagged) return;
  const blocks = layout.regions.flatMap((region) => region.blocks.map((block) => ({ block, on: pagesOf(block) })));
  const sheets = new Map<number, { rows: Row[]; gaps: number[] }>();
  for (const page of new Set(blocks.flatMap(({ on }) => [...on]).sort((a, b) => a - b))) {
    const own = blocks.filter(({ on }) => on.has(page)).map(({ block }) => block);
    const rows = own.every(isLoose) ? rowsOn(own, page) : [];
    const gaps = gapsOf(rows);
    if (isSheet(rows, gaps)) sheets.set(page, { rows, gaps });
  }
  // A table that continues on an ordinary page is left unchanged.
  for (let before = Infinity; sheets.size < before;) {
    before = sheets.size;
    for (const { on } of blocks)
      if (![...on].every((page) => sheets.has(page))) for (const page of on) sheets.delete(page);
  }
  const pages = new Set(sheets.keys());
  const found: { rows: Row[]; gaps: number[] }[] = [];
  for (const [page, { rows, gaps }] of sheets) {
    const last = found.at(-1);
    const together = last?.rows.at(-1)?.page === page - 1 ? [...last.rows, ...rows] : [];
    const common = gapsOf(together);
    const isOne = last !== undefined && common.length === gaps.length && common.length === last.gaps.length;
    if (isOne) Object.assign(last, { rows: together, gaps: common });
    else found.push({ rows, gaps });
  }
  if (pages.size === 0) return;
  const tables = found.map(({ rows, gaps }) => tableOf(rows, gaps));
  layout.regions = [
    ...layout.regions.filter(({ page }) => !pages.has(page)),
    ...tables.map((table): Region => ({
      page: table.page,
      columns: [table.box],
      top: table.box.top,
      bottom: table.box.bottom,
      blocks: [table],
    })),
  ].toSorted((a, b) => a.page - b.page);
}

const pagesOf = (block: LayoutBlock): Set<number> =>
  new Set([pageOf(block), ...textBlocks([block]).flatMap(({ lines }) => lines.map(({ page }) => page))]);

/** Text, or a table that was made of text without lines. */
const isLoose = (block: LayoutBlock): boolean =>
  block.kind === 'text' || (block.kind === 'table' && block.isOpen === true);

function rowsOn(blocks: readonly LayoutBlock[], page: number): Row[] {
  const lines = textBlocks(blocks).flatMap((block) => block.lines.filter((line) => line.page === page));
  return rowsOf(lines.flatMap(piecesOf)).map((pieces) => ({
    page,
    pieces: pieces.toSorted((a, b) => a.left - b.left),
  }));
}

function piecesOf({ glyphs, page, size }: TextLine): TextLine[] {
  const runs: Glyph[][] = [];
  let right = -Infinity;
  let blanks: Glyph[] = [];
  for (const glyph of glyphs) {
    if (isBlank(glyph)) {
      blanks.push(glyph);
      continue;
    }
    const run = runs.at(-1);
    // Characters that are not on the page were inserted by the reader.
    const isBare = blanks.every(({ isGenerated }) => isGenerated);
    const apart = size * (isBare ? thresholds.bareGap : thresholds.wordGap);
    const isUnit = /^[%\p{Sc}]$/u.test(glyph.text) && glyph.left - right < size * thresholds.wordGap;
    if (run === undefined || (glyph.left - right > apart && !isUnit)) runs.push([glyph]);
    else run.push(...blanks, glyph);
    [right, blanks] = [glyph.right, []];
  }
  return runs.map((run) => lineOf(run, page));
}

/** Places between columns, which next to no row has text over: where the fewest have, in the middle of the widest room. */
function gapsOf(rows: readonly Row[]): number[] {
  const counted = rows.filter(({ pieces }) => pieces.length > 1);
  const all = counted.flatMap(({ pieces }) => pieces);
  if (all.length === 0) return [];
  const { left, right } = union(all);
  const over = new Uint16Array(Math.ceil((right - left) / step) + 1);
  for (const piece of all)
    for (let n = Math.floor((piece.left - left) / step); n < (piece.right - left) / step; n++)
      over[n] = (over[n] ?? 0) + 1;
  const few = Math.floor(counted.length * thresholds.crossing);
  const size = median(all.map((piece) => piece.size)) ?? 10;
  const [room, wide] = [size * thresholds.room, size * thresholds.sureRoom];
  const isWide = (stretch: readonly [number, number]) => (stretch[1] - stretch[0]) * step >= wide;
  const found = stretches(over, 0, over.length, few).flatMap(([from, to]) => {
    if ((to - from) * step < room) return [];
    const min = Math.min(...over.subarray(from, to));
    const places = stretches(over, from, to, min)
      .toSorted(([a, b], [c, d]) => d - c - (b - a))
      .map(([start, end]) => left + ((start + end) / 2) * step);
    return [{ places, isSure: isWide([from, to]) }];
  });
  const kept = found.filter(({ places: [at = 0], isSure }) => isSure || partsNumbers(counted, at));
  return settled(
    kept.map(({ places }) => places.slice(0, thresholds.places)),
    counted.slice(0, thresholds.tried),
  );
}

/** The position of each gap with which the fewest pieces share a cell: heads are not aligned with the numbers below them. */
function settled(places: readonly (readonly number[])[], rows: readonly Row[]): number[] {
  const gaps = places.map(([first = 0]) => first);
  const shared = (own: readonly number[]) =>
    rows.reduce((count, row) => count + row.pieces.length - cellsIn(row, own).length, 0);
  for (const [n, several] of places.entries()) {
    if (several.length < 2) continue;
    const tried = several.map((at) => ({ at, count: shared(gaps.with(n, at)) }));
    gaps[n] = tried.toSorted((a, b) => a.count - b.count)[0]?.at ?? gaps[n] ?? 0;
  }
  return gaps;
}

/** Whether a narrow gap has a number on only one side of it, in most rows; dates have numbers on both. */
function partsNumbers(rows: readonly Row[], at: number): boolean {
  let [all, parted] = [0, 0];
  for (const { pieces } of rows) {
    const before = pieces.findLast(({ right }) => right <= at);
    const after = pieces.find(({ left }) => left >= at);
    if (before === undefined || after === undefined) continue;
    const [one, other] = [textOfLine(before), textOfLine(after)];
    all += 1;
    const isDate = dateOf(plainSigns(`${one} ${other}`), { isDayFirst: true, language: '' }) !== null;
    if (!isDate && /^\W*\d[\d.,\s]*\W*$/.test(one) !== /^\W*\d/.test(other)) parted += 1;
  }
  return parted >= all * thresholds.parted && parted > 0;
}

/** Where no more than `most` of the rows have text. */
function stretches(over: Uint16Array, start: number, end: number, most: number): [number, number][] {
  const found: [number, number][] = [];
  let from: number | undefined;
  for (let n = start; n <= end; n++) {
    const isFree = n < end && (over[n] ?? 0) <= most;
    if (isFree) from ??= n;
    else if (from !== undefined) {
      found.push([from, n]);
      from = undefined;
    }
  }
  return found;
}

/** Whether the rows of a page are those of a table with numbers. */
function isSheet(rows: readonly Row[], gaps: readonly number[]): boolean {
  if (gaps.length === 0 || rows.length < thresholds.rows) return false;
  const lines = rows.map((row) =>
    cellsIn(row, gaps).map(({ line, column, columnSpan }) => ({ piece: line, column, span: columnSpan })),
  );
  const { left, right } = union(lines.flat().map(({ piece }) => piece));
  const xs = [left, ...gaps, right];
  const columns = gaps
    .map((gap, n) => ({ left: xs[n] ?? left, right: gap }))
    .concat({ left: xs.at(-2) ?? left, right });
  const evidence = evidenceOf({ lines, rows: lines, columns, rules: [] });
  // Columns of sheets are close, and their rows are often numbered.
  return evidence.numbers > 0 && tableScore({ ...evidence, close: 0, labels: 0 }) > 0;
}

interface Placed {
  column: number;
  columnSpan: number;
  line: TextLine;
}

/** The pieces of a row, those of one column together. */
function cellsIn({ page, pieces }: Row, gaps: readonly number[]): Placed[] {
  const cells: Placed[] = [];
  for (const piece of pieces) {
    const { column, columnSpan } = placeOf(piece, gaps);
    const last = cells.at(-1);
    if (last !== undefined && last.column + last.columnSpan > column) {
      const [before, after] = [last.line.glyphs.at(-1), piece.glyphs[0]];
      const blank = before === undefined || after === undefined ? [] : [blankBetween(before, after)];
      last.line = lineOf([...last.line.glyphs, ...blank, ...piece.glyphs], page);
      last.columnSpan = Math.max(last.columnSpan, column + columnSpan - last.column);
    } else cells.push({ column, columnSpan, line: piece });
  }
  return cells;
}

/** The columns that a piece lies over; the one that it lies over most if it has room there. */
function placeOf({ left, right }: TextLine, gaps: readonly number[]): Pick<Placed, 'column' | 'columnSpan'> {
  const column = gaps.filter((gap) => gap <= left).length;
  const end = Math.max(column, gaps.filter((gap) => gap < right).length);
  const shares = Array.from({ length: end - column + 1 }, (_, n) => {
    const [from, to] = [gaps[column + n - 1] ?? -Infinity, gaps[column + n] ?? Infinity];
    return {
      column: column + n,
      share: Math.min(right, to) - Math.max(left, from),
      hasRoom: to - from >= right - left,
    };
  });
  const [most] = shares.toSorted((a, b) => b.share - a.share);
  return most?.hasRoom === true ? { column: most.column, columnSpan: 1 } : { column, columnSpan: end - column + 1 };
}

function tableOf(rows: readonly Row[], gaps: readonly number[]): TableBlock {
  const all = rows.flatMap(({ pieces }) => pieces);
  const around = union(all);
  const xs = [around.left, ...gaps, around.right];
  const ys = [0];
  const cells = rows.flatMap((row, n): CellBlock[] => {
    const { top, bottom } = union(row.pieces);
    ys.push((ys.at(-1) ?? 0) + bottom - top);
    return cellsIn(row, gaps).map(({ column, columnSpan, line }) => {
      const box: Box = { left: xs[column] ?? line.left, right: xs[column + columnSpan] ?? line.right, top, bottom };
      const blocks: LayoutBlock[] = [{ kind: 'text', lines: [line], container: box }];
      return { row: n, column, rowSpan: 1, columnSpan, box, blocks, borders: {} };
    });
  });
  const page = rows[0]?.page ?? 0;
  const box = union(rows.filter((row) => row.page === page).flatMap(({ pieces }) => pieces));
  return { kind: 'table', page, box, xs, ys, cells, headerRows: 0, isOpen: true };
}
