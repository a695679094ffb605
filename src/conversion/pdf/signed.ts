// Whether a document is signed.
import type { PdfDocument } from './graph.ts';

/** Whether a signature covers bytes of the file. */
export function isSigned(document: PdfDocument): boolean {
  for (const dictionary of document.dictionaries())
    if (dictionary['/ByteRange'] !== undefined && dictionary['/Contents'] !== undefined) return true;
  return false;
}
