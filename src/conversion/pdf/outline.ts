// A document's outline as a tree (ISO 32000-2, 12.3.3); loops and endless depth are cut off.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';

export interface OutlineItem {
  reference: string;
  dictionary: PdfDictionary;
  children: OutlineItem[];
}

const maxDepth = 64;

export function readOutline(document: PdfDocument): OutlineItem[] {
  const seen = new Set<string>();
  const read = (first: PdfValue | undefined, depth: number): OutlineItem[] => {
    const items: OutlineItem[] = [];
    if (depth > maxDepth) return items;
    let next = first;
    while (isReference(next) && !seen.has(next)) {
      seen.add(next);
      const dictionary = document.dictionary(next);
      items.push({ reference: next, dictionary, children: read(dictionary['/First'], depth + 1) });
      next = dictionary['/Next'];
    }
    return items;
  };
  return read(document.dictionary(document.catalog['/Outlines'])['/First'], 0);
}
