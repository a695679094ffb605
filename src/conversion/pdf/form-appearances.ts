// Form fields are shown as the maker of the PDF has drawn them: programs that draw them anew need fonts that they lack.
import { PdfDocument, type PdfGraph, type PdfPatch } from './graph.ts';

export function useOwnAppearances(graph: PdfGraph): PdfPatch {
  const document = new PdfDocument(graph);
  const { '/AcroForm': reference } = document.catalog;
  const form = document.dictionary(reference);
  if (form['/NeedAppearances'] !== undefined) {
    const own = { ...form };
    delete own['/NeedAppearances'];
    document.set(document.root, { ...document.catalog, '/AcroForm': own });
  }
  return document.patch;
}
