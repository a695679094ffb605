// A table whose cells come from tags: edges of columns and rows, borders and shades come from the drawings around the cells.
import { union } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { type CellBlock, type TableBlock, textBlocks } from '../layout-blocks.ts';
import { type ColumnsBeside, columnsBeside, shifted } from './columns-beside.ts';
import { columnEdges, edgesOfColumns, fittedColumns } from './column-edges.ts';
import { type CellText, isFromRightToLeft, overEmptyPlaces, reachLeft } from './cell-texts.ts';
import { placeRows } from './placed-rows.ts';
import { type PlacedCells, withHeights } from './row-edges.ts';
import { edgesOf, type RowPlace, rowPlaces } from './row-places.ts';
import { placeOf, rulesAround, decorated } from './cell-borders.ts';
import { type PageBox, pageBoxesOf } from '../page-boxes.ts';
import { cellOn } from '../blocks/grid.ts';
import { maxWordColumns, type TableCells } from './table-cells.ts';

/** Of a table that is built at all. */
const maxColumns = 200;

/**
 * Null without any content that has a position.
 * @param isWide whether the table may be wider than a page: its columns on pages beside each other are its own
 */
export function tableFrom(found: TableCells, pages: readonly PageContent[], isWide = false): TableBlock | null {
  const { cells: counted, stated, rows, headerRows } = found;
  const countedColumns = Math.max(0, ...counted.map(({ column, columnSpan }) => column + columnSpan));
  const onPages = new Map(counted.map((cell) => [cell, pageBoxesOf(cell.blocks)]));
  const beside = isWide ? columnsBeside(counted, onPages, pages) : undefined;
  const extents =
    beside === undefined
      ? onPages
      : new Map([...onPages].map(([cell, own]) => [cell, own.map((extent) => placedBeside(cell, extent, beside))]));
  const all = [...extents.values()].flat();
  const first = all[0];
  if (first === undefined || countedColumns === 0 || countedColumns > maxColumns || rows === 0) return null;
  const page = pages.find(({ index }) => index === first.page);
  if (page === undefined) return null;
  const own = all.filter((extent) => extent.page === first.page).map(({ box }) => box);
  const around = rulesAround(page, union(own));
  const texts = counted.flatMap((cell) => (extents.get(cell) ?? []).map(({ box }) => ({ cell, box })));
  // Tags count columns from where reading begins, the page from the left.
  const isRightToLeft = isFromRightToLeft(texts);
  if (isRightToLeft) for (const cell of counted) cell.column = countedColumns - cell.column - cell.columnSpan;
  const most = isWide ? maxColumns : maxWordColumns;
  const { cells: tagged, columns } = placeRows(counted, texts, countedColumns, around.vertical, most);
  const fitted =
    columns === undefined
      ? fittedColumns(found, countedColumns, texts, { vertical: around.vertical, pageWidth: page.width })
      : undefined;
  const xs =
    columns === undefined
      ? (fitted?.xs ?? columnEdges(tagged, extents, countedColumns, around))
      : edgesOfColumns(columns, around.vertical);
  const cells = overEmptyPlaces(tagged, textsOf(tagged, beside), xs);
  if (isRightToLeft) reachLeft(cells, xs);
  const places = rowPlaces({ cells, extents, rows }, pages);
  const ys = edgesOf(places);
  if (fitted !== undefined) withHeights(ys, cells, stated, fitted.scale);
  setBoxes({ cells, extents, rows }, { xs, ys, places, beside, onPages }, first.page, pages);
  const onFirst = places.flatMap(({ end }, row) => (end.page === first.page ? [ys[row + 1] ?? 0] : []));
  const box = {
    left: xs[0] ?? 0,
    right: xs.at(-1) ?? 0,
    top: ys[0] ?? 0,
    bottom: Math.max(ys[0] ?? 0, ...(onFirst.length > 0 ? onFirst : own.map(({ bottom }) => bottom))),
  };
  const end = places.at(-1)?.end;
  return { kind: 'table', page: first.page, box, xs, ys, cells, headerRows, end, isRightToLeft };
}

const textsOf = (cells: readonly CellBlock[], beside: ColumnsBeside | undefined): CellText[] =>
  cells.flatMap((cell) =>
    textBlocks(cell.blocks).flatMap(({ lines }) =>
      lines.map((line) => ({ cell, box: shifted(line, beside?.offsetOf(cell) ?? 0) })),
    ),
  );

/** A part of a cell as if the pages beside each other were one. */
const placedBeside = (cell: CellBlock, { page, box }: PageBox, beside: ColumnsBeside): PageBox => ({
  page: beside.firstOf(page),
  box: shifted(box, beside.offsetOf(cell)),
});

interface TablePlaces {
  xs: readonly number[];
  ys: readonly number[];
  places: readonly RowPlace[];
  beside: ColumnsBeside | undefined;
  /** The content of each cell, with its position. */
  onPages: PlacedCells['extents'];
}

/** Sets the box of each cell on its page, with the drawings there. */
function setBoxes(
  { cells, extents }: PlacedCells,
  { xs, ys, places, beside, onPages }: TablePlaces,
  firstPage: number,
  pages: readonly PageContent[],
): void {
  // Cells without anything are where the others of their row are.
  const rowExtents = ys.map((_, row) =>
    cells.filter((cell) => cell.row === row && cell.rowSpan === 1).flatMap((cell) => extents.get(cell) ?? []),
  );
  for (const cell of cells) {
    const inCell = extents.get(cell) ?? [];
    const shown = inCell.length > 0 ? inCell : (rowExtents[cell.row] ?? []);
    const [place, last] = [places[cell.row], places[cell.row + cell.rowSpan - 1]];
    cell.box = cellOn({ xs, ys }, cell).box;
    if (place !== undefined && place.page !== firstPage) {
      const height = cell.box.bottom - cell.box.top;
      cell.box.top = place.top;
      cell.box.bottom = last !== undefined && last.end.page === place.page ? last.end.bottom : place.top + height;
    }
    const cellPage = shown[0]?.page ?? place?.page ?? firstPage;
    const drawn = pages.find(({ index }) => index === cellPage);
    if (cellPage !== firstPage && drawn !== undefined && shown.length > 0)
      cell.box = placeOf(
        cell,
        shown.filter((extent) => extent.page === cellPage),
        drawn,
      );
    const offset = beside?.offsetOf(cell) ?? 0;
    const own = offset === 0 ? drawn : pages.find(({ index }) => index === onPages.get(cell)?.[0]?.page);
    cell.box = shifted(cell.box, -offset);
    if (own !== undefined) decorated(cell, cell.box, own);
    for (const block of cell.blocks) if (block.kind !== 'table') block.container = cell.box;
  }
}
