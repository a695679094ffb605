// What the browser leaves out of a PDF, or puts there of ours: who wrote it, and links to files beside the page.
import { PdfDocument, isString, type PdfGraph, type PdfPatch } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { stringText } from '#conversion/pdf/strings.ts';

export interface PrintFacts {
  author: string;
  /** The address that the page had while it was printed. */
  origin: string;
}

/** Links to the page's own site are as they were written, relative. */
export function finishPrint(graph: PdfGraph, { author, origin }: PrintFacts): PdfPatch {
  const document = new PdfDocument(graph);
  for (const { dictionary } of pagesOf(document))
    for (const annotation of document.array(dictionary['/Annots'])) {
      const link = document.dictionary(annotation);
      const action = document.dictionary(link['/A']);
      const address = action['/URI'];
      if (typeof annotation !== 'string' || !isString(address)) continue;
      const text = stringText(address);
      if (!text.startsWith(`${origin}/`)) continue;
      document.set(annotation, { ...link, '/A': { ...action, '/URI': `u:${text.slice(origin.length + 1)}` } });
    }
  const info = document.dictionary(document.trailer['/Info']);
  const about = { ...info, '/Creator': 'u:Platen', ...(author === '' ? {} : { '/Author': `u:${author}` }) };
  document.setTrailer({ ...document.trailer, '/Info': document.add(about) });
  document.set(document.root, { ...document.catalog, '/ViewerPreferences': { '/DisplayDocTitle': true } });
  return document.patch;
}
