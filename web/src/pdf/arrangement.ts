// Single pages of several files in one order: parses and writes the field `pages` of merge-pdf.
import { pagesOf } from './selection.ts';

export interface Placed {
  /** Which file, from 0. */
  file: number;
  /** From 1. */
  page: number;
  /** Clockwise. */
  degrees: number;
}

export const keyOf = ({ file, page }: Placed): string => `${file + 1}:${page}`;

/** The pages of an arrangement, each once; `counts` are the pages of the files. Without an arrangement: all of them, file by file. */
export function placedBy(text: string, counts: readonly number[]): Placed[] {
  const items = text === '' ? counts.map((_, file) => String(file + 1)) : text.split(',');
  const placed = new Map<string, Placed>();
  for (const item of items) {
    const [where = '', turn = '0'] = item.split('@');
    const [first = '', range = '1-'] = where.split(':');
    const file = Number(first) - 1;
    for (const page of pagesOf(range, counts[file] ?? 0) ?? []) {
      const one = { file, page, degrees: Number(turn) };
      if (!placed.has(keyOf(one))) placed.set(keyOf(one), one);
    }
  }
  return [...placed.values()];
}

/** The field for these pages; empty for all pages, file by file. */
export function arrangementOf(placed: readonly Placed[], counts: readonly number[]): string {
  const items: { file: number; from: number; to: number; degrees: number }[] = [];
  for (const { file, page, degrees } of placed) {
    const last = items.at(-1);
    if (last !== undefined && last.file === file && last.degrees === degrees && last.to === page - 1) last.to = page;
    else items.push({ file, from: page, to: page, degrees });
  }
  const isAll =
    items.length === counts.length &&
    items.every((item, n) => item.file === n && item.from === 1 && item.to === counts[n] && item.degrees === 0);
  if (isAll) return '';
  return items
    .map(({ file, from, to, degrees }) => {
      const range = from === to ? String(from) : `${from}-${to}`;
      return `${file + 1}:${range}${degrees === 0 ? '' : `@${degrees}`}`;
    })
    .join(',');
}

/** The arrangement after files were moved, removed or added: pages stay where they are, those of new files come last. */
export function followed<File>(text: string, before: readonly File[], after: readonly File[]): string {
  if (text === '') return '';
  const kept = text.split(',').flatMap((item) => {
    const [, file = '', rest = ''] = /^(\d+)(.*)$/.exec(item) ?? [];
    const known = before[Number(file) - 1];
    const place = known === undefined ? -1 : after.indexOf(known);
    return place === -1 ? [] : [`${place + 1}${rest}`];
  });
  const added = after.flatMap((file, n) => (before.includes(file) ? [] : [String(n + 1)]));
  return [...kept, ...added].join(',');
}
