// Reads a whole document: its pages with PDFium, and further facts from its objects.
import type { OnPage } from '#core/progress.ts';
import { namedDestinations, targetPage } from '#conversion/pdf/destinations.ts';
import { PdfDocument, type PdfGraph } from '#conversion/pdf/graph.ts';
import { readOutline, type OutlineItem as Item } from '#conversion/pdf/outline.ts';
import type { PageContent } from '../page-content.ts';
import { type StructureElement, readTree } from '../tagged/tree.ts';
import type { OutlineItem } from '../text/headings.ts';
import { annotationsOf } from './annotations.ts';
import { MarkReader } from './markup.ts';
import { openReading } from './reading.ts';
import { type UnreadableLetters, unreadableOf } from './unmapped-letters.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { type DocumentProperties, propertiesOf } from './properties.ts';

export interface SourceDocument {
  pages: PageContent[];
  tree: StructureElement | null;
  outline: OutlineItem[];
  title: string;
  author: string;
  properties?: DocumentProperties;
  /** The programs that made it, by the names that they put into it. */
  maker: string;
  /** A language tag, or empty. */
  language: string;
}

/** With the letters that could not be read. @throws Failure source_unreadable */
export function readDocument(
  path: string,
  graph: PdfGraph,
  onPage: OnPage = () => {},
): SourceDocument & { unreadable: UnreadableLetters[] } {
  const document = new PdfDocument(graph);
  const reading = openReading(path, document);
  const { pages: all, viewports } = reading;
  const indexes = new Map(all.map(({ reference }, n) => [reference, n]));
  const named = namedDestinations(document);
  const places = {
    document,
    named,
    pages: indexes,
    viewports,
    marks: new MarkReader(document),
    lookOf: reading.annotationLook,
  };
  const first = all.flatMap((_, index) => {
    const page = reading.read(index) ?? [];
    onPage(index + 1, all.length);
    return page;
  });
  // Letters that their own font does not name may be found by the shapes of another font's, on any page.
  const again = first.some(({ unreadable }) => unreadable.size > 0) ? reading.byShape() : undefined;
  const read = first.map((page) => (page.unreadable.size > 0 ? (again?.(page.index) ?? page) : page));
  const pages = read.flatMap(({ index, content }): PageContent[] => {
    const page = all[index];
    if (page === undefined) return [];
    const { links, glyphs, fields, marks, freeTexts, isPainted, isAnnotated } = annotationsOf(page, index, places);
    content.links.push(...links);
    content.letters = [...content.letters, ...glyphs];
    content.glyphs.push(...glyphs);
    content.fields.push(...fields);
    content.marks.push(...marks);
    content.freeTexts.push(...freeTexts);
    content.isPainted ||= isPainted;
    content.isAnnotated = isAnnotated;
    return [content];
  });
  const outline = (items: readonly Item[], depth: number): OutlineItem[] =>
    items.flatMap(({ dictionary, children }) => {
      const target = targetPage(document, dictionary, named);
      const page = typeof target === 'string' ? (indexes.get(target) ?? -1) : -1;
      return [{ title: stringText(document.get(dictionary['/Title'])), page, depth }, ...outline(children, depth + 1)];
    });
  const info = document.dictionary(document.trailer['/Info']);
  const text = (key: '/Title' | '/Author' | '/Creator' | '/Producer') => stringText(document.get(info[key]));
  return {
    pages,
    unreadable: unreadableOf(read),
    tree: readTree(document, indexes),
    outline: outline(readOutline(document), 1),
    title: text('/Title'),
    author: text('/Author'),
    properties: propertiesOf(document, info),
    maker: `${text('/Creator')} ${text('/Producer')}`,
    language: stringText(document.get(document.catalog['/Lang'])),
  };
}
