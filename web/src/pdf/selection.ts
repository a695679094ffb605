// Page ranges, as the API accepts them, and their pages. The service parses them by conversion/options, which refuses incomplete
// ones.

/** The pages in the order written, each once; null where the text is not one of ranges. Those beyond the last page are left out. */
export function pagesOf(text: string, last: number): number[] | null {
  const pages = new Set<number>();
  for (const piece of text.split(',').map((part) => part.trim())) {
    if (piece === '') continue;
    const [, first = '', dash = '', end = ''] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(piece) ?? [];
    if (first === '' && end === '') return null;
    const from = first === '' ? 1 : Number(first);
    const to = dash === '' ? from : end === '' ? last : Number(end);
    for (let page = Math.max(1, from); page <= Math.min(to, last); page++) pages.add(page);
  }
  return [...pages];
}

/** "1-3,7": pages that follow one another are one range. */
export function rangesOf(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range !== undefined && page === range[1] + 1) range[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
