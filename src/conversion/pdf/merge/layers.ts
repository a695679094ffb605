// The layers of all documents, each visible or hidden as its document has it.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import type { Part } from './part.ts';

const maxDepth = 32;

/** The /OCProperties (a reference), or null when no document has layers on its pages. */
export function joinedLayers(document: PdfDocument, parts: readonly Part[]): PdfValue | null {
  const groups: PdfValue[] = [];
  const off: PdfValue[] = [];
  const order: PdfValue[] = [];
  for (const part of parts) {
    const properties = part.document.dictionary(part.document.catalog['/OCProperties']);
    const configuration = part.document.dictionary(properties['/D']);
    const nested = new Set<string>();
    const joined = (value: PdfValue | undefined, depth = 0): PdfValue[] =>
      part.document.array(value).flatMap((item): PdfValue[] => {
        // A list that occurs several times, or in itself, is followed once.
        if (isReference(item) && Array.isArray(part.document.get(item))) {
          if (nested.has(item) || depth > maxDepth) return [];
          nested.add(item);
        }
        if (Array.isArray(part.document.get(item))) {
          const inner = joined(item, depth + 1);
          return inner.length === 0 ? [] : [inner];
        }
        if (!isReference(item)) return [item];
        const copy = part.copied.get(item);
        return copy === undefined ? [] : [copy];
      });
    const own = joined(properties['/OCGs']);
    for (const group of own) groups.push(group);
    const hidden = new Set(joined(configuration['/OFF']));
    const shown = new Set(joined(configuration['/ON']));
    const isHidden = (group: PdfValue) =>
      hidden.has(group) || (part.document.name(configuration['/BaseState']) === '/OFF' && !shown.has(group));
    off.push(...own.filter(isHidden));
    order.push(...joined(configuration['/Order']).filter((item) => item !== null));
  }
  if (groups.length === 0) return null;
  const hiddenOnes = new Set(off);
  const configuration: PdfDictionary = {
    '/ON': groups.filter((group) => !hiddenOnes.has(group)),
    '/OFF': off,
    '/Order': order,
  };
  return document.add({ '/OCGs': groups, '/D': configuration });
}
