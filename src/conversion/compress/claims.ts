// What a document claims to be: signed, or made for the archive.
import type { PdfDocument } from '#conversion/pdf/graph.ts';
import type { StreamStore } from './store.ts';

/** Whether a signature covers bytes of the file. */
export function isSigned(document: PdfDocument): boolean {
  for (const dictionary of document.dictionaries())
    if (dictionary['/ByteRange'] !== undefined && dictionary['/Contents'] !== undefined) return true;
  return false;
}

/** Whether the metadata claims PDF/A-1 (ISO 19005-1), which knows neither object streams nor compressed metadata. */
export function isArchive1(document: PdfDocument, store: StreamStore): boolean {
  const metadata = document.catalog['/Metadata'];
  const text = metadata === undefined ? '' : (store.bytes(metadata)?.toString('latin1') ?? '');
  return /pdfaid:part(?:>|=["'])\s*1\s*["'<]/.test(text);
}
