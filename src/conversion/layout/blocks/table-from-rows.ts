// Rows of cells as a table, with the rules between them as its borders.
import { contains, type Span, union } from '../box.ts';
import { linesOf } from '../lines/lines.ts';
import type { CellBlock, TableBlock } from '../layout-blocks.ts';
import type { PageContent, Rule, TextLine } from '../page-content.ts';
import { cellOn } from './grid.ts';
import type { TableCandidate } from './table-candidate.ts';
import { evidenceOf, type TableFound } from './table-evidence.ts';
import { bottomOf, type CellLine, piecesOf, topOf } from './table-rows.ts';

const thresholds = {
  /** Points from the edge of a column to its text. */
  inset: 4,
  /** Rows of a header. */
  maxHeaderRows: 3,
};

interface Columns extends Span {
  /** The room between each two columns. */
  gaps: readonly Span[];
}

/** A candidate from rows of text. @param claimed rules of the page that belong to it */
export function tableFromRows(
  found: TableFound,
  { left, right, gaps }: Columns,
  { fills, index }: PageContent,
  claimed: readonly Rule[] = [],
): TableCandidate {
  const { rows, rules } = found;
  const pieces = rows.flatMap(piecesOf);
  // Most columns begin at one edge on all pages; where they end depends on their text.
  const edges = gaps.map((gap, n) => upToText(gap, n, rows.flat()));
  const xs = [left, ...edges.map((gap) => gap.right - Math.min(thresholds.inset, (gap.right - gap.left) / 2)), right];
  const ys = [...rows.map((row, n) => ruleOver(n, rows, rules)?.bottom ?? topOf(row)), union(pieces).bottom];
  const lines = new Map<CellBlock, TextLine[]>();
  const cells = rows.flatMap((row, n) => {
    const made: CellBlock[] = [];
    for (let column = 0; column <= gaps.length;) {
      const columnSpan = spanOf(column, row);
      const cell = { ...cellOn({ xs, ys }, { row: n, column, columnSpan }), borders: bordersOf(n, rows, rules) };
      const own = row.filter((line) => line.column === column).map(({ piece }) => piece);
      const [first] = own;
      const ground = first === undefined ? undefined : fills.findLast((fill) => contains(fill, first));
      if (ground !== undefined && ground.color !== 'ffffff') cell.shading = ground.color;
      lines.set(cell, linesOf(own));
      made.push(cell);
      column += columnSpan;
    }
    return made;
  });
  const box = { left, right, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 };
  const headerRows = headerRowsOf(rows, rules);
  const table: TableBlock = { kind: 'table', page: index, box, xs, ys, cells, headerRows, isOpen: true };
  return { table, lines, pieces, claimed, evidence: evidenceOf(found) };
}

/** A gutter up to the first text on its right: heads may be wider than the cells below them. */
function upToText(gap: Span, before: number, cells: readonly CellLine[]): Span {
  const starts = cells.flatMap(({ column, piece }) => (column === before + 1 ? [piece.left] : []));
  const right = Math.min(gap.right, ...starts);
  return right > gap.left ? { ...gap, right } : gap;
}

/** How many columns the text that begins in one reaches over, up to the next text. */
function spanOf(column: number, row: readonly CellLine[]): number {
  const next = Math.min(Infinity, ...row.flatMap((line) => (line.column > column ? [line.column] : [])));
  const own = row.filter((line) => line.column === column).map(({ span }) => span);
  return Math.min(next - column, Math.max(1, ...own));
}

/** The rows over the first rule that parts them, where there are more below. */
function headerRowsOf(rows: readonly (readonly CellLine[])[], rules: readonly Rule[]): number {
  const first = rules.find(({ top }) => top > bottomOf(rows[0] ?? []) - 1);
  if (first === undefined) return 0;
  const above = rows.filter((row) => bottomOf(row) < first.bottom).length;
  return above <= thresholds.maxHeaderRows && rows.length > above + 1 ? above : 0;
}

/** The first rule between a row and the one above it. */
function ruleOver(n: number, rows: readonly (readonly CellLine[])[], rules: readonly Rule[]): Rule | undefined {
  const [above, row] = [rows[n - 1], rows[n]];
  if (above === undefined) return undefined;
  const [from, to] = [bottomOf(above) - 1, row === undefined ? Infinity : topOf(row)];
  return rules.find(({ top }) => top > from && top < to + 1);
}

/** A rule above the first row, and those right below each. */
function bordersOf(n: number, rows: readonly (readonly CellLine[])[], rules: readonly Rule[]): CellBlock['borders'] {
  const above = n === 0 ? rules.findLast(({ bottom }) => bottom < bottomOf(rows[0] ?? [])) : undefined;
  const below = ruleOver(n + 1, rows, rules);
  return {
    ...(above === undefined ? {} : { top: { thickness: above.thickness, color: above.color } }),
    ...(below === undefined ? {} : { bottom: { thickness: below.thickness, color: below.color } }),
  };
}
