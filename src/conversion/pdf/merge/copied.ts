// qpdf copies objects as they are: walking a page and its copy side by side finds the copy of each object.
import { isDictionary, isReference, type PdfDocument, type PdfValue } from '../graph.ts';
import type { PdfPage } from '../pages.ts';

export function copiedObjects(
  from: PdfDocument,
  fromPages: readonly PdfPage[],
  to: PdfDocument,
  toPages: readonly PdfPage[],
): Map<string, string> {
  const copied = new Map<string, string>();
  for (const [n, page] of fromPages.entries()) {
    const other = toPages[n];
    if (other !== undefined) copied.set(page.reference, other.reference);
  }
  const work: [PdfValue, PdfValue][] = fromPages.map((page, n) => [page.dictionary, toPages[n]?.dictionary ?? null]);
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [a, b] = pair;
    if (isReference(a) && isReference(b)) {
      if (copied.has(a)) continue;
      copied.set(a, b);
    }
    const [left, right] = [from.get(a), to.get(b)];
    if (Array.isArray(left) && Array.isArray(right))
      for (const [n, item] of left.entries()) work.push([item, right[n] ?? null]);
    else if (isDictionary(left) && isDictionary(right))
      for (const [key, item] of Object.entries(left))
        if (left['/Type'] !== '/Pages') work.push([item, right[key as `/${string}`] ?? null]);
  }
  return copied;
}
