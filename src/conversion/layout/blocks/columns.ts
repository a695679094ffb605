// Where a page has columns: it is cut from top to bottom wherever a gutter begins or ends, and between those into columns.
import { type Box, middleY, type Span, union } from '../box.ts';
import { type Gutter, guttersOf, type KnownGutter } from './gutters.ts';
import type { PageItem } from './page-item.ts';

/** A part of the page with its columns, before its blocks are known. */
export interface RegionBounds {
  top: number;
  bottom: number;
  columns: Span[];
  /** Between the columns. */
  gutters: readonly Gutter[];
}

/** Pieces of a page: more are no running text. */
const maxItems = 3000;

/** Parts a page into regions from top to bottom, each with its columns; `body` is the area of the text. */
export function regionsOf(items: readonly PageItem[], body: Box, known: readonly KnownGutter[] = []): RegionBounds[] {
  const full = { left: body.left, right: body.right };
  if (items.length === 0) return [];
  if (items.length > maxItems) return [{ ...union(items), columns: [full], gutters: [] }];
  const gutters = guttersOf(items, body, known);
  return merged(bandsOf(items, gutters)).map(({ own, gutters: parting }) => {
    const { top, bottom } = union(own);
    return { top, bottom, columns: columnsBetween(parting, own, body), gutters: parting };
  });
}

/** A stretch of the page's height with the things in it and the gutters beside them. */
interface Band {
  own: PageItem[];
  gutters: Gutter[];
}

/** Wherever a gutter begins or ends another band does. */
function bandsOf(items: readonly PageItem[], gutters: readonly Gutter[]): Band[] {
  const cuts = [...new Set(gutters.flatMap(({ top, bottom }) => [top, bottom]))].toSorted((a, b) => a - b);
  const bands = Array.from({ length: cuts.length + 1 }, (): PageItem[] => []);
  for (const item of items) bands[cuts.filter((cut) => cut <= middleY(item)).length]?.push(item);
  return bands.flatMap((own, n) => {
    const [top, bottom] = [cuts[n - 1] ?? -Infinity, cuts[n] ?? Infinity];
    return own.length === 0
      ? []
      : [{ own, gutters: gutters.filter((gutter) => gutter.top <= top && gutter.bottom >= bottom) }];
  });
}

/** Bands with the same gutters are one, and so are those with fewer where nothing crosses the others. */
function merged(bands: readonly Band[]): Band[] {
  const result: Band[] = [];
  for (const band of bands) {
    const last = result.at(-1);
    const common = last === undefined ? null : commonGutters(last, band);
    if (last === undefined || common === null) result.push({ ...band });
    else {
      last.own = [...last.own, ...band.own];
      last.gutters = common;
    }
  }
  return result.length === bands.length ? result : merged(result);
}

function commonGutters(a: Band, b: Band): Gutter[] | null {
  if (a.gutters.length === 0 || b.gutters.length === 0) return a.gutters.length === b.gutters.length ? [] : null;
  const all = [...new Set([...a.gutters, ...b.gutters])];
  const [more, less] = a.gutters.length >= b.gutters.length ? [a, b] : [b, a];
  if (all.length > more.gutters.length) return null;
  const isCrossed = (gutter: Gutter) =>
    less.own.some((item) => item.left < gutter.right - 1 && item.right > gutter.left + 1);
  return all.length === less.gutters.length || !more.gutters.some(isCrossed) ? more.gutters : null;
}

/** Columns end where their own text does. */
function columnsBetween(gutters: readonly Gutter[], own: readonly PageItem[], body: Box): Span[] {
  const columns: Span[] = [];
  let left = body.left;
  for (const gutter of gutters.toSorted((a, b) => a.left - b.left)) {
    const before = own.filter((item) => item.right <= gutter.right).map(({ right }) => right);
    const after = own.filter((item) => item.left >= gutter.left).map((item) => item.left);
    columns.push({ left, right: Math.min(gutter.right, Math.max(gutter.left, ...before)) });
    left = Math.max(columns.at(-1)?.right ?? 0, Math.min(gutter.right, ...after));
  }
  columns.push({ left, right: body.right });
  return columns;
}
