// The rotation of single pages: parses and writes the fields `rotation` and `pages` of rotate-pdf.
import { pagesOf, rangesOf } from './selection.ts';

export interface TurnFields {
  rotation: string;
  pages: string;
}

/** Degrees clockwise, by page; without `pages` all are turned by `rotation`. */
export function turnsOf({ rotation, pages }: TurnFields, last: number): number[] {
  const common = Number(rotation);
  if (pages === '') return Array.from({ length: last }, () => common);
  const turns = Array.from({ length: last }, () => 0);
  for (const item of pages.split(',')) {
    const [range = '', degrees] = item.split('@');
    for (const page of pagesOf(range, last) ?? []) turns[page - 1] = Number(degrees ?? common);
  }
  return turns;
}

/** The fields for these turns: all alike need `rotation` alone. */
export function fieldsOf(turns: readonly number[]): TurnFields {
  const [first = 0] = turns;
  if (turns.every((degrees) => degrees === first)) return { rotation: first === 0 ? '' : String(first), pages: '' };
  const groups = [90, 180, 270].flatMap((degrees) => {
    const pages = turns.flatMap((turn, n) => (turn === degrees ? [n + 1] : []));
    const ranges = pages.length === 0 ? [] : rangesOf(pages).split(',');
    return ranges.map((range) => `${range}@${degrees}`);
  });
  return { rotation: String(turns.find((degrees) => degrees !== 0)), pages: groups.join(',') };
}

export const turnedOn = (degrees: number): number => (degrees + 90) % 360;
