// Columns with no rule between them: where the numbers of a column's cells are aligned with the same gaps between them in every
// line, each gap is an edge. Texts above that reach over a gap are heads of several columns.
import { type Span, middleX } from '../box.ts';
import type { CellBlock, TableBlock } from '../layout-blocks.ts';
import { isBlank, lineOf, textOfLine } from '../lines/lines.ts';
import type { TextLine } from '../page-content.ts';
import { isNumeric } from '../text/numbers.ts';
import { tolerances } from '../tolerances.ts';
import { bordersOfPart } from './grid.ts';

type Lines = Map<CellBlock, TextLine[]>;

/** Lines with numbers on both sides of a gap that make it an edge. */
const minLines = 3;

/** Parts the columns of a table whose lines are numbers with gaps at the same places; `lines` are those of its cells. */
export function partColumns(table: TableBlock, lines: Lines): void {
  for (let column = table.xs.length - 2; column >= 0; column--) {
    const own = table.cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
    const edges = edgesIn(own.flatMap((cell) => lines.get(cell) ?? []));
    if (edges.length === 0) continue;
    table.xs.splice(column + 1, 0, ...edges);
    table.cells = table.cells.flatMap((cell) => {
      if (cell.column > column) return [Object.assign(cell, { column: cell.column + edges.length })];
      if (cell.column + cell.columnSpan <= column) return [cell];
      const texts = lines.get(cell) ?? [];
      const parts = cell.columnSpan > 1 ? undefined : partsOf(texts, edges);
      if (parts === undefined) return [Object.assign(cell, { columnSpan: cell.columnSpan + edges.length })];
      lines.delete(cell);
      return parts.map((part, n) => {
        const made = {
          ...cell,
          column: column + n,
          box: { ...cell.box, left: edges[n - 1] ?? cell.box.left, right: edges[n] ?? cell.box.right },
          borders: bordersOfPart(cell.borders, ['left', 'right'], { isFirst: n === 0, isLast: n === edges.length }),
        };
        if (part.length > 0) lines.set(made, part);
        return made;
      });
    });
  }
}

/** The words of a line. */
function wordsOf({ glyphs, page }: TextLine): TextLine[] {
  const words: TextLine['glyphs'][] = [[]];
  for (const glyph of glyphs)
    if (isBlank(glyph)) words.push([]);
    else words.at(-1)!.push(glyph);
  return words.filter((word) => word.length > 0).map((word) => lineOf([...word], page));
}

/** The middles of the gaps that all lines of numbers leave free. */
function edgesIn(lines: readonly TextLine[]): number[] {
  const rows = lines.map(wordsOf).filter((words) => words.every((word) => isNumeric(textOfLine(word))));
  if (rows.every((words) => words.length < 2)) return [];
  const size = Math.max(...lines.map((line) => line.size));
  const words = rows.flat().toSorted((a, b) => a.left - b.left);
  const edges: number[] = [];
  let end = words[0]?.right ?? 0;
  for (const { left, right } of words) {
    if (left - end > size * tolerances.sameRowEm) edges.push((end + left) / 2);
    end = Math.max(end, right);
  }
  const linesOver = (edge: number) =>
    rows.filter((own) => own.some(({ right }) => right < edge) && own.some(({ left }) => left > edge)).length;
  return edges.every((edge) => linesOver(edge) >= minLines) ? edges : [];
}

/** The lines of a cell between the edges, or nothing where its text reaches over one, or is a title of all of them. */
function partsOf(lines: readonly TextLine[], edges: readonly number[]): TextLine[][] | undefined {
  const words = lines.map(wordsOf);
  // Heads with a word for each column.
  if (words.length === 1 && words[0]?.length === edges.length + 1) return words[0].map((word) => [word]);
  const isOver = ({ left, right }: Span) => edges.some((edge) => left < edge && right > edge);
  if (words.flat().some(isOver)) return undefined;
  if (words.length > 0 && words.every((own) => own.length === 1 && !isNumeric(textOfLine(own[0]!)))) return undefined;
  return Array.from({ length: edges.length + 1 }, (_, n) =>
    lines.flatMap((line) => {
      const glyphs = line.glyphs.filter((glyph) => columnOf(middleX(glyph), edges) === n);
      const first = glyphs.findIndex((glyph) => !isBlank(glyph));
      const last = glyphs.findLastIndex((glyph) => !isBlank(glyph));
      return first < 0 ? [] : [lineOf(glyphs.slice(first, last + 1), line.page)];
    }),
  );
}

const columnOf = (x: number, edges: readonly number[]): number => edges.filter((edge) => edge < x).length;
