// The page and the position of each row of a tagged table: rows may continue on the next page.
import { union } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { rulesAround } from './cell-borders.ts';
import { type PlacedCells, rowEdges } from './row-edges.ts';

export interface RowPlace {
  page: number;
  top: number;
  /** On the page that it ends on. */
  end: { page: number; bottom: number };
}

/** Rows without any text have the position of the previous row. */
export function rowPlaces(placed: PlacedCells, pages: readonly PageContent[]): RowPlace[] {
  const { cells, extents, rows } = placed;
  const own = Array.from({ length: rows }, () => [] as number[]);
  for (const cell of cells) {
    for (const { page } of extents.get(cell) ?? []) {
      own[cell.row]?.push(page);
      if (cell.rowSpan > 1) own[cell.row]?.push(page);
    }
  }
  const first = Math.min(...own.flat());
  const begins: number[] = [];
  for (const at of own) begins.push(Math.max(begins.at(-1) ?? first, at.length === 0 ? 0 : Math.min(...at)));
  const ends = own.map((at, row) => {
    // A cell that spans rows ends in a later one.
    const single = cells.filter((cell) => cell.row === row && cell.rowSpan === 1);
    const all = single.flatMap((cell) => (extents.get(cell) ?? []).map(({ page }) => page));
    return Math.max(begins[row] ?? first, ...all);
  });
  const edges = new Map<number, number[]>();
  const edgesOn = (index: number): number[] => {
    const known = edges.get(index);
    if (known !== undefined) return known;
    const page = pages.find((candidate) => candidate.index === index);
    const boxes = [...extents.values()].flat().filter((extent) => extent.page === index);
    const found =
      page === undefined || boxes.length === 0
        ? []
        : rowEdges(placed, index, rulesAround(page, union(boxes.map(({ box }) => box))));
    edges.set(index, found);
    return found;
  };
  return begins.map((page, row) => {
    const end = ends[row] ?? page;
    const top = edgesOn(page)[row] ?? 0;
    return { page, top, end: { page: end, bottom: Math.max(edgesOn(end)[row + 1] ?? 0, end === page ? top : 0) } };
  });
}

/** The edges one below the other, as if there were no pages. */
export function edgesOf(places: readonly RowPlace[]): number[] {
  const ys = [places[0]?.top ?? 0];
  for (const { page, top, end } of places) ys.push((ys.at(-1) ?? 0) + (end.page === page ? end.bottom - top : 0));
  return ys;
}
