// A whole document read: its pages with PDFium, and what its objects tell beside them.
import { statSync } from 'node:fs';
import { namedDestinations, targetPage } from '#conversion/pdf/destinations.ts';
import { PdfDocument, type PdfGraph } from '#conversion/pdf/graph.ts';
import { readOutline, type OutlineItem as Item } from '#conversion/pdf/outline.ts';
import type { PageContent } from '../page-content.ts';
import { type StructureElement, readTree } from '../tagged/tree.ts';
import type { OutlineItem } from '../text/headings.ts';
import { annotationsOf } from './annotations.ts';
import { pageOfColumns } from './page-columns.ts';
import { openReading, type PageRead, type Reading } from './reading.ts';
import { type Sharing, startSecondReader, takePage, usualSharing } from './second-reader.ts';
import { type UntoldLetters, untoldOf } from './unmapped-letters.ts';
import { stringText } from '#conversion/pdf/strings.ts';

export interface SourceDocument {
  pages: PageContent[];
  tree: StructureElement | null;
  outline: OutlineItem[];
  title: string;
  author: string;
  /** The programs that made it, by the names that they put into it. */
  maker: string;
  /** A language tag, or empty. */
  language: string;
}

/** What a document is read with. */
export interface ReadOptions {
  /** The file that the objects are from, for a thread that reads beside this one. */
  graphFile?: string | undefined;
  sharing?: Sharing;
}

/** With the letters that no part of the file tells. @throws Failure source_unreadable */
export async function readDocument(
  path: string,
  graph: PdfGraph,
  options: ReadOptions = {},
): Promise<SourceDocument & { untold: UntoldLetters[] }> {
  const document = new PdfDocument(graph);
  const reading = openReading(path, document);
  const { pages: all, viewports } = reading;
  const indexes = new Map(all.map(({ reference }, n) => [reference, n]));
  const named = namedDestinations(document);
  const places = { document, named, pages: indexes, viewports };
  const read = await readPages(reading, path, options);
  // What no font tells of its letters may be told by those of the others, on whatever page.
  const unclear = [...read.values()].filter(({ untold }) => untold.size > 0);
  const again = unclear.length > 0 ? reading.byShape() : undefined;
  for (const { index } of unclear) {
    const page = again?.(index);
    if (page !== undefined) read.set(index, page);
  }
  const pages = all.flatMap((page, index): PageContent[] => {
    const [content, viewport] = [read.get(index)?.content, viewports[index]];
    if (content === undefined || viewport === undefined) return [];
    const { links, glyphs } = annotationsOf(page, viewport, places);
    content.links.push(...links);
    content.glyphs.push(...glyphs);
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
    untold: untoldOf(all.flatMap((_, index) => read.get(index) ?? [])),
    tree: readTree(document, indexes),
    outline: outline(readOutline(document), 1),
    title: text('/Title'),
    author: text('/Author'),
    maker: `${text('/Creator')} ${text('/Producer')}`,
    language: stringText(document.get(document.catalog['/Lang'])),
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The pages by their indexes, read by two threads where there are many and a core is free. */
async function readPages(
  reading: Reading,
  pdf: string,
  { graphFile, sharing = usualSharing }: ReadOptions,
): Promise<Map<number, PageRead>> {
  const { pages, viewports, read } = reading;
  const isShared =
    graphFile !== undefined &&
    pages.length >= sharing.minPages &&
    sizeOf(graphFile) <= sharing.maxGraphBytes &&
    sharing.isCoreFree();
  const taken = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  using second = isShared ? startSecondReader({ pdf, graph: graphFile, taken }) : undefined;
  if (second !== undefined) await sharing.begun?.(taken);
  const found = new Map<number, PageRead>();
  const keep = (page: PageRead | undefined) => page !== undefined && found.set(page.index, page);
  const own = new Set<number>();
  for (let index = takePage(taken); index < pages.length; index = takePage(taken)) {
    own.add(index);
    keep(read(index));
  }
  for (const columns of (await second?.pages()) ?? []) {
    const viewport = viewports[columns.index];
    if (viewport !== undefined) keep(pageOfColumns(columns, reading, viewport));
  }
  for (const index of pages.keys()) if (!own.has(index) && !found.has(index)) keep(read(index));
  return found;
}
