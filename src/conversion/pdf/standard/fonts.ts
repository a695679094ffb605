// Finds the fonts of a document that are not embedded.
import type { PdfDictionary, PdfDocument } from '../graph.ts';

const files = ['/FontFile', '/FontFile2', '/FontFile3'] as const;

/** The names of fonts without a font file. */
export function unembeddedFonts(document: PdfDocument): string[] {
  const names = new Set<string>();
  for (const dictionary of document.dictionaries()) {
    if (document.name(dictionary['/Type']) !== '/Font' || isEmbedded(document, dictionary)) continue;
    names.add((document.name(dictionary['/BaseFont']) ?? '/without a name').slice(1));
  }
  return [...names].sort();
}

function isEmbedded(document: PdfDocument, font: PdfDictionary): boolean {
  const kind = document.name(font['/Subtype']);
  if (kind === '/Type3') return true;
  // Its descendant has the font file, and is met as a font itself.
  if (kind === '/Type0') return true;
  const descriptor = document.dictionary(font['/FontDescriptor']);
  return files.some((key) => descriptor[key] !== undefined);
}
