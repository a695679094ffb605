// A whole document read: its pages with PDFium, and what its objects tell beside them.
import { Failure } from '#core/failure.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { namedDestinations, targetPage } from '#conversion/pdf/destinations.ts';
import { PdfDocument, type PdfGraph } from '#conversion/pdf/graph.ts';
import { readOutline, type OutlineItem as Item } from '#conversion/pdf/outline.ts';
import { pagesOf, visibleBox } from '#conversion/pdf/pages.ts';
import type { PageContent } from '../page-content.ts';
import { type StructureElement, readTree } from '../tagged/tree.ts';
import type { OutlineItem } from '../text/headings.ts';
import { annotationsOf } from './annotations.ts';
import { readPage } from './page.ts';
import { stringText } from './strings.ts';
import type { Viewport } from './viewport.ts';

export interface SourceDocument {
  pages: PageContent[];
  tree: StructureElement | null;
  outline: OutlineItem[];
  title: string;
  author: string;
  /** A language tag, or empty. */
  language: string;
}

/** @throws Failure source_unreadable */
export function readDocument(path: string, graph: PdfGraph): SourceDocument {
  const document = new PdfDocument(graph);
  const opened = pdfium.loadFile(path, null);
  if (opened === null) throw new Failure('source_unreadable');
  const all = pagesOf(document);
  const indexes = new Map(all.map(({ reference }, n) => [reference, n]));
  const viewports = all.map((page): Viewport => {
    const { box, rotation } = visibleBox(document, page);
    return { left: box[0], bottom: box[1], right: box[2], top: box[3], rotation };
  });
  const named = namedDestinations(document);
  const places = { document, named, pages: indexes, viewports: viewports };
  const pages = all.flatMap((page, index): PageContent[] => {
    const viewport = viewports[index];
    const loaded = pdfium.loadPage(opened, index);
    if (viewport === undefined || loaded === null) return [];
    const read = readPage(opened, loaded, index, viewport);
    // Pictures are taken from open pages.
    if (read.pictures.length === 0) pdfium.closePage(loaded);
    const { links, glyphs } = annotationsOf(page, viewport, places);
    read.links.push(...links);
    read.glyphs.push(...glyphs);
    return [read];
  });
  const outline = (items: readonly Item[], depth: number): OutlineItem[] =>
    items.flatMap(({ dictionary, children }) => {
      const target = targetPage(document, dictionary, named);
      const page = typeof target === 'string' ? (indexes.get(target) ?? -1) : -1;
      return [{ title: stringText(document.get(dictionary['/Title'])), page, depth }, ...outline(children, depth + 1)];
    });
  const info = document.dictionary(document.trailer['/Info']);
  const text = (key: '/Title' | '/Author') => stringText(document.get(info[key]));
  return {
    pages,
    tree: readTree(document, indexes),
    outline: outline(readOutline(document), 1),
    title: text('/Title'),
    author: text('/Author'),
    language: stringText(document.get(document.catalog['/Lang'])),
  };
}
