// Finishes the PDF of a browser: adds the author and the page numbers of the table of contents, and rewrites links to files beside the
// page.
import { deflateSync } from 'node:zlib';
import { isReference, isString, PdfDocument, type PdfGraph, type PdfPatch } from '#conversion/pdf/graph.ts';
import { glyphWidth, withNumbers } from '#conversion/pdf/page-references.ts';
import { pagesOf, type PdfPage } from '#conversion/pdf/pages.ts';
import { stringText } from '#conversion/pdf/strings.ts';

export interface PrintFacts {
  author: string;
  /** The address that the page had while it was printed. */
  origin: string;
  isRightToLeft: boolean;
  /** The targets of its table of contents, in its order. */
  contents: readonly string[];
}

/** Links to the page's own site are as they were written, relative. */
export function finishPrint(
  graph: PdfGraph,
  facts: PrintFacts,
  streamsOf: (pages: readonly PdfPage[]) => ReadonlyMap<string, Buffer>,
): PdfPatch {
  const { author, origin, isRightToLeft } = facts;
  const document = new PdfDocument(graph);
  if (facts.contents.length > 0) numberContents(document, facts, streamsOf);
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
  const direction = isRightToLeft ? { '/Direction': '/R2L' } : {};
  const preferences = { '/DisplayDocTitle': true, ...direction };
  document.set(document.root, { ...document.catalog, '/ViewerPreferences': preferences });
  return document.patch;
}

const pagesAtOnce = 16;

/** The table of contents comes first: later pages are not read. */
function numberContents(
  document: PdfDocument,
  { contents, isRightToLeft }: PrintFacts,
  streamsOf: (pages: readonly PdfPage[]) => ReadonlyMap<string, Buffer>,
): void {
  const pages = pagesOf(document);
  const numbers = new Map(pages.map(({ reference }, n) => [reference, n + 1]));
  const destinations = document.dictionary(document.catalog['/Dests']);
  const due = contents.map((target) => {
    const page = document.array(destinations[`/${target}`])[0];
    return isReference(page) ? numbers.get(page) : undefined;
  });
  for (let at = 0; at < pages.length && due.length > 0; at += pagesAtOnce) {
    const some = pages.slice(at, at + pagesAtOnce);
    const streams = streamsOf(some);
    for (const page of some) {
      const content = page.dictionary['/Contents'];
      if (!isReference(content)) continue;
      const before = streams.get(content)?.toString('latin1') ?? '';
      const after = withNumbers(before, due, {
        widthOf: (font, glyph) => glyphWidth(document, page, font, glyph),
        atStart: isRightToLeft,
      });
      if (after !== before)
        document.setStream(content, { '/Filter': '/FlateDecode' }, deflateSync(Buffer.from(after, 'latin1')));
    }
  }
}
