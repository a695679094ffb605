// Tables without a rule around each cell: those between rules first, then those whose text stands in rows and columns.
import type { PageContent, TextLine } from '../page-content.ts';
import { alignedTables } from './aligned-tables.ts';
import { framedTables } from './framed-tables.ts';
import type { AlignedTable } from './table-from-rows.ts';

/** Finds the tables among pieces of text that `isWanted` accepts; rules that belong to them are taken from the page. */
export function openTables(
  pieces: readonly TextLine[],
  page: PageContent,
  isWanted: (table: AlignedTable) => boolean = () => true,
): AlignedTable[] {
  const framed = framedTables(pieces, page, isWanted);
  const taken = new Set(framed.flatMap((table) => table.pieces));
  const free = pieces.filter((piece) => !taken.has(piece));
  return [...framed, ...alignedTables(free, page).filter(isWanted)];
}
