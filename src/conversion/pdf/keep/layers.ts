// The layers (optional content) of a reduced document: the layers that kept pages refer to.
import { isDictionary, isReference, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';

const maxDepth = 32;

/** The new /OCProperties, or null when no layer is used. */
export function keptLayers({ document, pages }: Keeping): PdfValue | null {
  const properties = document.dictionary(document.catalog['/OCProperties']);
  const all = new Set(document.array(properties['/OCGs']).filter(isReference));
  if (all.size === 0) return null;
  const used = new Set<string>();
  const seen = new Set<string>();
  const work: PdfValue[] = pages.map(({ reference }) => document.dictionary(reference));
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (isReference(value)) {
      if (all.has(value)) used.add(value);
      if (seen.has(value) || all.has(value)) continue;
      seen.add(value);
      work.push(document.get(value));
    } else if (Array.isArray(value)) for (const item of value) work.push(item);
    else if (isDictionary(value))
      for (const [key, item] of Object.entries(value)) if (key !== '/Parent' && key !== '/P') work.push(item);
  }
  if (used.size === 0) return null;

  const nested = new Set<string>();
  const only = (value: PdfValue | undefined, depth = 0): PdfValue[] =>
    document.array(value).flatMap((item): PdfValue[] => {
      // A list that occurs several times, or in itself, is followed once.
      if (isReference(item) && !all.has(item)) {
        if (nested.has(item) || depth > maxDepth) return [];
        nested.add(item);
      }
      if (isReference(item) && all.has(item)) return used.has(item) ? [item] : [];
      if (Array.isArray(document.get(item))) {
        const inner = only(item, depth + 1);
        return inner.length === 0 ? [] : [inner];
      }
      return isReference(item) || isDictionary(item) ? [] : [item];
    });
  const configuration = (value: PdfValue): PdfDictionary => {
    const { '/AS': _usage, ...rest } = document.dictionary(value);
    const result: PdfDictionary = { ...rest };
    for (const key of ['/ON', '/OFF', '/Order', '/RBGroups', '/Locked'] as const)
      if (result[key] !== undefined) {
        nested.clear();
        result[key] = only(result[key]);
      }
    return result;
  };
  return document.add({ '/OCGs': [...used], '/D': configuration(properties['/D'] ?? null) });
}
