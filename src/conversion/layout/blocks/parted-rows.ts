// Rows that no rule parts: where the lines of all cells of a row are beside each other and one column has nothing but numbers,
// each line is a row. Cells whose text runs on keep their lines.
import type { CellBlock, TableBlock } from '../layout-blocks.ts';
import { textOfLine } from '../lines/lines.ts';
import type { TextLine } from '../page-content.ts';
import { isNumeric } from '../text/numbers.ts';
import { runsOn } from '../text/running-text.ts';
import { tolerances } from '../tolerances.ts';
import { bordersOfPart } from './grid.ts';

type Lines = Map<CellBlock, TextLine[]>;

/** Parts the rows of a table whose lines agree in every column; `lines` are those of its cells. */
export function partRows(table: TableBlock, lines: Lines): void {
  for (let row = table.ys.length - 2; row >= 0; row--) {
    const own = table.cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row);
    const texts = agreedTexts(own, lines);
    if (texts === undefined) continue;
    const added = texts.length - 1;
    const edges = texts.slice(1).map(({ top }, n) => ((texts[n]?.bottom ?? top) + top) / 2);
    table.ys.splice(row + 1, 0, ...edges);
    for (const cell of table.cells) if (cell.row > row) cell.row += added;
    for (const cell of own) {
      if (cell.rowSpan > 1) cell.rowSpan += added;
      else {
        const parts = partsOf(
          cell,
          texts.map((text) => (lines.get(cell) ?? []).filter((line) => rowOf(line, [text]) === 0)),
          [cell.box.top, ...edges, cell.box.bottom],
        );
        for (const part of parts) lines.set(part.cell, part.lines);
        lines.delete(cell);
        table.cells.splice(table.cells.indexOf(cell), 1, ...parts.map((part) => part.cell));
      }
    }
  }
  table.cells.sort((a, b) => a.row - b.row || a.column - b.column);
}

/**
 * The lines of the cell with the most, if those of all others are beside them, each a separate row. The first one may be a title
 * with nothing beside it, and a cell may have text in one row alone.
 */
function agreedTexts(cells: readonly CellBlock[], lines: Lines): TextLine[] | undefined {
  const filled = cells.flatMap((cell) => [lines.get(cell) ?? []].filter((own) => own.length > 0));
  const sorted = filled.toSorted((a, b) => b.length - a.length);
  const [most, ...others] = sorted;
  if (most === undefined || most.length < 2 || others.length === 0 || cells.some(({ blocks }) => blocks.length > 0))
    return undefined;
  const areRows = others.every((own) => {
    const rows = own.map((line) => rowOf(line, most));
    const isWhole = rows.length === most.length || (rows[0] === 1 && rows.length === most.length - 1);
    return !rows.includes(-1) && new Set(rows).size === rows.length && (isWhole || rows.length === 1);
  });
  const texts = sorted.map((own) => own.map((line) => textOfLine(line).trim()));
  const [isMostNumeric = false, ...areNumeric] = texts.map((own) => own.every(isNumeric));
  const isNumbered =
    others.some(({ length }, n) => length > 1 && areNumeric[n] === true) ||
    (isMostNumeric && others.every(({ length }) => length === most.length));
  const runs = texts.some((own) => own.some((text, n) => runsOn(own[n - 1] ?? '', text)));
  return areRows && isNumbered && !runs ? most : undefined;
}

/** The index of the line of a cell that is beside this one, or -1. */
const rowOf = ({ baseline }: TextLine, rows: readonly TextLine[]): number =>
  rows.findIndex((row) => Math.abs(row.baseline - baseline) < row.size * tolerances.sameRowEm);

function partsOf(cell: CellBlock, rows: readonly TextLine[][], ys: readonly number[]) {
  return rows.map((lines, n) => {
    const borders = bordersOfPart(cell.borders, ['top', 'bottom'], { isFirst: n === 0, isLast: n === rows.length - 1 });
    const box = { ...cell.box, top: ys[n] ?? 0, bottom: ys[n + 1] ?? 0 };
    return { cell: { ...cell, row: cell.row + n, box, borders }, lines };
  });
}
