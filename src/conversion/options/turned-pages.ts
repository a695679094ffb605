// Pages to rotate, and by how much: 2,5-7@180. rotate-pdf and merge-pdf share the part after @.
import { Failure } from '#core/failure.ts';
import { parseRange, UnnamedPages, type PageRange } from './page-selection.ts';

export const rotations = ['90', '180', '270'] as const;

/** Splits an item into the pages before its @ and the degrees after it. @throws invalid_rotation */
export function splitTurn(item: string): { pages: string; degrees: number | null } {
  const at = item.indexOf('@');
  if (at < 0) return { pages: item, degrees: null };
  const degrees = rotations.find((known) => known === item.slice(at + 1));
  if (degrees === undefined) throw new Failure('invalid_rotation', { field: 'pages', allowed: [...rotations] });
  return { pages: item.slice(0, at), degrees: Number(degrees) };
}

interface TurnedRange extends PageRange {
  degrees: number | null;
}

/** @throws invalid_page_range, invalid_rotation */
export function parseTurns(text: string): TurnedRange[] {
  return text.split(',').map((piece) => {
    const item = piece.trim();
    const { pages, degrees } = splitTurn(item);
    return { ...parseRange(pages, 'pages', item), degrees };
  });
}

/**
 * Returns the rotation of each selected page (from 1): the degrees of its last item, or else `usual`.
 * @throws invalid_page_range, invalid_rotation
 */
export function turnsOf(text: string, total: number, usual: number): Map<number, number> {
  const turns = new Map<number, number>();
  const unnamed = new UnnamedPages(total);
  for (const item of parseTurns(text).toReversed())
    for (const page of unnamed.take(item, 'pages')) turns.set(page, item.degrees ?? usual);
  return turns;
}
