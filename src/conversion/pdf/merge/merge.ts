// Restores the outlines, named destinations, layers and structure that qpdf drops when it joins pages.
import { namedDestinations } from '../destinations.ts';
import { isString, PdfDocument, type PdfDictionary, type PdfGraph, type PdfPatch } from '../graph.ts';
import { pagesOf } from '../pages.ts';
import { copiedObjects } from './copied.ts';
import { joinedDestinations } from './destinations.ts';
import { joinedLayers } from './layers.ts';
import type { Part } from './part.ts';
import { joinedOutline } from './outline.ts';
import { joinedStructure } from './structure.ts';

/** The patch of the joined document. `parts` are in the order of their pages. */
export function mergePatch(joined: PdfGraph, parts: readonly { title: string; graph: PdfGraph }[]): PdfPatch {
  const document = new PdfDocument(joined);
  const all = pagesOf(document);
  let first = 0;
  const described = parts.map(({ title, graph }): Part => {
    const own = new PdfDocument(graph);
    const pages = pagesOf(own);
    const joinedPages = all.slice(first, first + pages.length);
    first += pages.length;
    return {
      title,
      document: own,
      pages,
      named: namedDestinations(own),
      joinedPages,
      copied: copiedObjects(own, pages, document, joinedPages),
    };
  });

  const { '/PageMode': _mode, ...own } = document.catalog; // qpdf opens the attachments' panel
  const catalog: PdfDictionary = own;
  const structure = joinedStructure(document, described);
  if (structure !== null) Object.assign(catalog, { '/StructTreeRoot': structure, '/MarkInfo': { '/Marked': true } });
  const destinations = joinedDestinations(document, described);
  if (destinations !== null) catalog['/Names'] = { ...document.dictionary(catalog['/Names']), '/Dests': destinations };
  const layers = joinedLayers(document, described);
  if (layers !== null) catalog['/OCProperties'] = layers;
  catalog['/Outlines'] = joinedOutline(document, described);
  const languages = new Set(described.map((part) => part.document.get(part.document.catalog['/Lang'])));
  const [language] = languages;
  if (languages.size === 1 && isString(language ?? undefined)) catalog['/Lang'] = language ?? null;
  document.set(document.root, catalog);
  return document.patch;
}
