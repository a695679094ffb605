// Removes the dispensable parts: previews of pages, other programs' private data, alternate images, unused resources.
import {
  isDictionary,
  isReference,
  type PdfDictionary,
  type PdfDocument,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import type { Usage } from './usage.ts';

const maxDepth = 100;

/** Changes every object that has something to leave out. */
export function clean(document: PdfDocument, usage: Usage): void {
  const names = usage.isComplete ? usage.names : new Map<PdfDictionary, Set<string>>();
  for (const reference of document.references()) {
    const value = document.get(reference);
    const cleaned = cleanedValue(value, names, 0);
    if (cleaned !== value) document.set(reference, cleaned);
  }
}

function cleanedValue(value: PdfValue, names: Usage['names'], depth: number): PdfValue {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => cleanedValue(item, names, depth + 1));
    return items.some((item, n) => item !== value[n]) ? items : value;
  }
  const used = names.get(value);
  const result: PdfDictionary = {};
  let changed = false;
  for (const [key, item] of Object.entries(value)) {
    const isUnused = used !== undefined && !used.has(key);
    const cleaned = isUnused || isDispensable(value, key) ? undefined : cleanedValue(item, names, depth + 1);
    if (cleaned !== undefined) result[key as `/${string}`] = cleaned;
    changed ||= cleaned !== item;
  }
  return changed ? result : value;
}

function isDispensable(dictionary: PdfDictionary, key: string): boolean {
  if (key === '/PieceInfo') return true;
  if (key === '/Thumb') return dictionary['/Type'] === '/Page';
  return key === '/Alternates' && dictionary['/Subtype'] === '/Image';
}

/** Every object that the document still leads to. */
export function reachable(document: PdfDocument): Set<string> {
  const found = new Set<string>();
  const work: PdfValue[] = [document.trailer];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (isReference(value)) {
      if (found.has(value)) continue;
      found.add(value);
      work.push(document.get(value));
    } else if (Array.isArray(value)) for (const item of value) work.push(item);
    else if (isDictionary(value)) for (const item of Object.values(value)) work.push(item);
  }
  return found;
}
