// Page labels (ISO 32000-2, 12.4.2): each page keeps the label it had.
import { isString, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';
import { treeEntries } from './name-tree.ts';

interface Label {
  style: string | undefined;
  prefix: string | undefined;
  number: number;
}

/** The labels of all pages of a document, or null without labels. */
export function pageLabels(document: PdfDocument, total: number): Label[] | null {
  const ranges = treeEntries(document, document.catalog['/PageLabels'], '/Nums')
    .flatMap(([start, value]) => (typeof start === 'number' ? [{ start, range: document.dictionary(value) }] : []))
    .toSorted((a, b) => a.start - b.start);
  if (ranges.length === 0) return null;
  return Array.from({ length: total }, (_, index) => {
    const found = ranges.findLast(({ start }) => start <= index);
    const range = found?.range ?? { '/S': '/D' };
    const prefix = document.get(range['/P']);
    return {
      style: document.name(range['/S']),
      prefix: isString(prefix) ? prefix : undefined,
      number: (document.number(range['/St']) ?? 1) + index - (found?.start ?? 0),
    };
  });
}

/** A number tree that assigns these labels to the pages in order. */
export function labelTree(labels: readonly Label[]): PdfDictionary {
  const nums: PdfValue[] = [];
  for (const [index, label] of labels.entries()) {
    const before = labels[index - 1];
    const goesOn =
      before !== undefined &&
      before.style === label.style &&
      before.prefix === label.prefix &&
      before.number + 1 === label.number;
    if (goesOn && label.style !== undefined) continue;
    const range: PdfDictionary = { '/St': label.number };
    if (label.style !== undefined) range['/S'] = label.style;
    if (label.prefix !== undefined) range['/P'] = label.prefix;
    nums.push(index, range);
  }
  return { '/Nums': nums };
}

/** The label tree of the pages with these indices, or null when the document has no labels. */
export function labelsFor(document: PdfDocument, indices: readonly number[], total: number): PdfDictionary | null {
  const labels = pageLabels(document, total);
  return labels === null ? null : labelTree(indices.flatMap((index) => labels[index] ?? []));
}
