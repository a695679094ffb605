// The layers (optional content) of a reduced document: those that kept pages refer to.
import { isDictionary, isReference, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';

/** The new /OCProperties, or null when no layer is used. */
export function keptLayers({ document, pages }: Keeping): PdfValue | null {
  const properties = document.dictionary(document.catalog['/OCProperties']);
  const all = new Set(document.array(properties['/OCGs']).filter(isReference));
  if (all.size === 0) return null;
  const used = new Set<string>();
  const seen = new Set<string>();
  const look = (value: PdfValue): void => {
    if (isReference(value)) {
      if (all.has(value)) used.add(value);
      if (seen.has(value) || all.has(value)) return;
      seen.add(value);
      look(document.get(value));
    } else if (Array.isArray(value)) value.forEach(look);
    else if (isDictionary(value))
      for (const [key, item] of Object.entries(value)) if (key !== '/Parent' && key !== '/P') look(item);
  };
  for (const { reference } of pages) look(document.dictionary(reference));
  if (used.size === 0) return null;

  const only = (value: PdfValue | undefined): PdfValue[] =>
    document.array(value).flatMap((item): PdfValue[] => {
      if (isReference(item) && all.has(item)) return used.has(item) ? [item] : [];
      if (Array.isArray(document.get(item))) {
        const inner = only(item);
        return inner.length === 0 ? [] : [inner];
      }
      return isReference(item) || isDictionary(item) ? [] : [item];
    });
  const configuration = (value: PdfValue): PdfDictionary => {
    const { '/AS': _usage, ...rest } = document.dictionary(value);
    const result: PdfDictionary = { ...rest };
    for (const key of ['/ON', '/OFF', '/Order', '/RBGroups', '/Locked'] as const)
      if (result[key] !== undefined) result[key] = only(result[key]);
    return result;
  };
  return document.add({ '/OCGs': [...used], '/D': configuration(properties['/D'] ?? null) });
}
