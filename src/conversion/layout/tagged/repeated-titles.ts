// Columns of titles that a spreadsheet prints again on each page beside the first: in the tags they are rows of their own.
import { type CellBlock, textBlocks } from '../layout-blocks.ts';
import { textOfLine } from '../lines/lines.ts';
import type { TextLine } from '../page-content.ts';

/** Without the rows at the height of another one's cells, on the same page, that repeat the text of its cells in their columns. */
export function withoutRepeatedTitles(cells: readonly CellBlock[], rows: number): { cells: CellBlock[]; rows: number } {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  /** The rows by where they have text. */
  const at = new Map<string, number>();
  const gone = new Set<number>();
  for (const row of [...byRow.keys()].toSorted((a, b) => a - b)) {
    const own = (byRow.get(row) ?? []).filter((cell) => linesOf(cell).length > 0);
    const places = own.flatMap((cell) => linesOf(cell).map(placeOf));
    const [above] = new Set(places.map((place) => at.get(place)));
    const titles = above === undefined ? [] : (byRow.get(above) ?? []);
    const isRepeat =
      above !== undefined &&
      places.every((place) => at.get(place) === above) &&
      own.every((cell) => {
        const title = titles.find(({ column }) => column === cell.column);
        return title !== undefined && textOf(title) === textOf(cell);
      });
    if (isRepeat) gone.add(row);
    else for (const place of places) if (!at.has(place)) at.set(place, row);
  }
  if (gone.size === 0) return { cells: [...cells], rows };
  const kept = Array.from({ length: rows }, (_, row) => row).filter((row) => !gone.has(row));
  const places = new Map(kept.map((row, n) => [row, n]));
  const left = cells.filter(({ row }) => !gone.has(row));
  for (const cell of left) {
    const below = kept.filter((row) => row >= cell.row && row < cell.row + cell.rowSpan).length;
    [cell.row, cell.rowSpan] = [places.get(cell.row) ?? 0, Math.max(1, below)];
  }
  return { cells: left, rows: kept.length };
}

const linesOf = ({ blocks }: CellBlock): TextLine[] => textBlocks(blocks).flatMap(({ lines }) => lines);
const placeOf = ({ page, baseline }: TextLine): string => `${page} ${Math.round(baseline)}`;
const textOf = (cell: CellBlock): string => linesOf(cell).map(textOfLine).join(' ');
