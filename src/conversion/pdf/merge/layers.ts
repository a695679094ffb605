// The layers of all documents, each visible or hidden as its document has it.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import type { Part } from './part.ts';

/** The /OCProperties (a reference), or null when no document has layers on its pages. */
export function joinedLayers(document: PdfDocument, parts: readonly Part[]): PdfValue | null {
  const groups: PdfValue[] = [];
  const off: PdfValue[] = [];
  const order: PdfValue[] = [];
  for (const part of parts) {
    const properties = part.document.dictionary(part.document.catalog['/OCProperties']);
    const configuration = part.document.dictionary(properties['/D']);
    const joined = (value: PdfValue | undefined): PdfValue[] =>
      part.document.array(value).flatMap((item): PdfValue[] => {
        if (Array.isArray(part.document.get(item))) {
          const inner = joined(item);
          return inner.length === 0 ? [] : [inner];
        }
        if (!isReference(item)) return [item];
        const copy = part.copied.get(item);
        return copy === undefined ? [] : [copy];
      });
    const own = joined(properties['/OCGs']);
    groups.push(...own);
    const hidden = new Set(joined(configuration['/OFF']));
    const shown = new Set(joined(configuration['/ON']));
    const isHidden = (group: PdfValue) =>
      hidden.has(group) || (part.document.name(configuration['/BaseState']) === '/OFF' && !shown.has(group));
    off.push(...own.filter(isHidden));
    order.push(...joined(configuration['/Order']).filter((item) => item !== null));
  }
  if (groups.length === 0) return null;
  const configuration: PdfDictionary = {
    '/ON': groups.filter((group) => !off.includes(group)),
    '/OFF': off,
    '/Order': order,
  };
  return document.add({ '/OCGs': groups, '/D': configuration });
}
