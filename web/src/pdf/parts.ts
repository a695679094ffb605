// How split-pdf divides a document: parses and writes its fields `every`, `max_size`, `parts` and `ranges`.
import type { Values } from '../workbench/steps.ts';
import { pagesOf } from './selection.ts';

export const splitKinds = ['single', 'every', 'parts', 'size', 'picked'] as const;
export type SplitKind = (typeof splitKinds)[number];

const fieldOf = { every: 'every', parts: 'parts', size: 'max_size', picked: 'ranges' } as const;

/** The kind that the form says: its field is there, though it may be empty. */
export function kindOf(values: Values): SplitKind {
  const known = splitKinds.find((kind) => kind !== 'single' && values[fieldOf[kind]] !== undefined);
  return known ?? 'single';
}

export const mebibyte = 1 << 20;

/** The form for another kind of parts, with a value to begin with. */
export function withKind(values: Values, kind: SplitKind, last: number): Values {
  const { every: _every, parts: _parts, max_size: _size, ranges: _ranges, ...others } = values;
  const half = Math.ceil(last / 2);
  const first = {
    every: { every: '2' },
    parts: { parts: partsOf(last > 1 ? [1, half + 1] : [1], last) },
    size: { max_size: String(10 * mebibyte) },
    picked: { ranges: '' },
    single: {},
  };
  return { ...others, ...first[kind] };
}

/** The first pages of parts that follow one another; null for any others. */
export function beginningsOf(parts: string, last: number): number[] | null {
  const pages = parts.split(';').map((part) => pagesOf(part, last) ?? []);
  const isWhole = pages.flat().every((page, n) => page === n + 1) && pages.flat().length === last;
  return isWhole ? pages.map(([first = 1]) => first) : null;
}

/** The field for parts that begin on these pages. */
export function partsOf(beginnings: readonly number[], last: number): string {
  const sorted = [...new Set([1, ...beginnings])].sort((one, other) => one - other);
  return sorted
    .map((from, n) => {
      const to = (sorted[n + 1] ?? last + 1) - 1;
      return from === to ? String(from) : `${from}-${to}`;
    })
    .join(';');
}

/** The number of the part with this page, from 1; undefined where no part has it, or where parts depend on sizes. */
export function partOf(values: Values, page: number, last: number): number | undefined {
  switch (kindOf(values)) {
    case 'single':
      return page;
    case 'every': {
      const every = Number(values['every']);
      return every >= 1 ? Math.floor((page - 1) / every) + 1 : undefined;
    }
    case 'parts': {
      const found = (values['parts'] ?? '')
        .split(';')
        .findIndex((part) => pagesOf(part, last)?.includes(page) === true);
      return found === -1 ? undefined : found + 1;
    }
    default:
      return undefined;
  }
}
