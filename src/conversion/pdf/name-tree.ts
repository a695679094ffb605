// Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7), read in order and written as one leaf.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';

/** All entries of a tree; `leaf` is /Names or /Nums. */
export function treeEntries(
  document: PdfDocument,
  tree: PdfValue | undefined,
  leaf: '/Names' | '/Nums',
): [PdfValue, PdfValue][] {
  const entries: [PdfValue, PdfValue][] = [];
  const seen = new Set<string>();
  const work: (PdfValue | undefined)[] = [tree];
  while (work.length > 0) {
    const node = work.pop();
    if (isReference(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    const dictionary = document.dictionary(node);
    const pairs = document.array(dictionary[leaf]);
    for (let n = 0; n + 1 < pairs.length; n += 2) entries.push([document.get(pairs[n]), pairs[n + 1] ?? null]);
    // The first kid comes off the list first: entries stay in their order.
    for (const kid of document.array(dictionary['/Kids']).toReversed()) if (isReference(kid)) work.push(kid);
  }
  return entries;
}

/** A name tree of one leaf; names are compared as bytes. */
export function nameTree(entries: readonly (readonly [string, PdfValue])[]): PdfDictionary {
  const sorted = entries.toSorted(([a], [b]) => Buffer.compare(stringBytes(a), stringBytes(b)));
  return { '/Names': sorted.flat() };
}

/** The bytes in the file of a PDF string of the graph. */
export function stringBytes(text: string): Buffer {
  if (text.startsWith('b:')) return Buffer.from(text.slice(2), 'hex');
  const plain = text.slice(2);
  // qpdf writes text as PDFDocEncoding where it can; for ordering and comparing Latin-1 serves where it is the same.
  return /^[\u0020-\u007e\u00a1-\u00ff]*$/.test(plain)
    ? Buffer.from(plain, 'latin1')
    : Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(plain, 'utf16le').swap16()]);
}
