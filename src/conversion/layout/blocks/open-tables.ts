// Tables without a rule around each cell: the best result of the finders.
import { withoutOverlaps } from '../box.ts';
import type { PageContent, TextLine } from '../page-content.ts';
import { alignedTables } from './aligned-tables.ts';
import type { RegionBounds } from './columns.ts';
import { framedTables } from './framed-tables.ts';
import type { TableCandidate } from './table-candidate.ts';
import { joined } from '../lines/lines.ts';
import { tolerances } from '../tolerances.ts';
import { byWorth, isTable } from './scores.ts';

/** Finds the tables among the pieces of one column of a page. */
export const openTables = (pieces: readonly TextLine[], page: PageContent): TableCandidate[] =>
  tablesAmong(pieces, page, (candidate) => candidate);

/** Finds the tables across possible gutters between columns. */
export function tablesAcross(
  fragments: readonly TextLine[],
  regions: readonly RegionBounds[],
  page: PageContent,
): TableCandidate[] {
  const gutters = regions.flatMap(({ gutters: own, top, bottom }) => own.map((gutter) => ({ ...gutter, top, bottom })));
  if (gutters.length === 0) return [];
  const crossed = ({ table: { box } }: TableCandidate) =>
    gutters.filter(
      ({ left, right, top, bottom }) => box.left < left && box.right > right && box.top < bottom && box.bottom > top,
    );
  const seen = (candidate: TableCandidate): TableCandidate => {
    const over = crossed(candidate);
    if (over.length === 0) return candidate;
    const overGutter = Math.max(...over.map(({ score }) => score));
    return { ...candidate, evidence: { ...candidate.evidence, overGutter, unlikeRows: unlikeRows(candidate) } };
  };
  return tablesAmong(joined(fragments), page, seen).filter((candidate) => crossed(candidate).length > 0);
}

/** Lines of paragraphs, of which rows have fewer. */
const linesOfParagraph = 6;

/** How much the rows look like paragraphs of columns beside each other: high, full, and beginning at heights of their own. */
function unlikeRows({ table, lines, evidence }: TableCandidate): number {
  const rows = [...Map.groupBy(table.cells, ({ row }) => row).values()].map((cells) =>
    cells.flatMap((cell) => [lines.get(cell) ?? []].filter((own) => own.length > 0)),
  );
  const height = rows.reduce((sum, row) => sum + Math.max(...row.map((own) => own.length)), 0) / rows.length;
  const together = rows.filter((row) => {
    const starts = row.map(([first]) => first?.baseline ?? 0);
    const last = Math.min(...starts) + (row[0]?.[0]?.size ?? 10) * tolerances.sameRowEm;
    return starts.filter((y) => y < last).length >= Math.max(2, (table.xs.length - 1) / 2);
  });
  return Math.min(1, height / linesOfParagraph) + 1 - together.length / rows.length + evidence.full;
}

/** Drawn rules are stronger evidence than alignment: the text of framed tables is not searched again. */
function tablesAmong(
  pieces: readonly TextLine[],
  page: PageContent,
  seen: (candidate: TableCandidate) => TableCandidate,
): TableCandidate[] {
  const framed = best([...framedTables(pieces, page)].map(seen));
  const taken = new Set(framed.flatMap((table) => table.pieces));
  const free = pieces.filter((piece) => !taken.has(piece));
  return [...framed, ...best([...alignedTables(free, page, (candidate) => isTable(seen(candidate)))].map(seen))];
}

/** The candidates that are tables; the better one if two overlap. */
function best(candidates: readonly TableCandidate[]): TableCandidate[] {
  const tables = candidates.filter(isTable).toSorted(byWorth);
  return withoutOverlaps(tables, ({ table }) => table.box).toSorted((a, b) => a.table.box.top - b.table.box.top);
}
