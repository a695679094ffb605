// The pages of an open document, within a tool's ceiling, and the demands of their content.
import { Failure } from '#core/failure.ts';
import { balanceOf, type Balances } from '#conversion/pdf/content-state.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { contentOf } from '#conversion/pdf/overlay.ts';
import { isRegular, pagesOf, type PdfPage } from '#conversion/pdf/pages.ts';
import type { OpenDocument } from '../session.ts';
import type { Ceiling } from '#conversion/options/limits.ts';

/** The pages, in a tree that can be trusted. @throws the ceiling's code; source_unreadable without any */
export function readPages(open: OpenDocument, ceiling: Ceiling): PdfPage[] {
  if (!isRegular(new PdfDocument(open))) open.flatten();
  const pages = pagesOf(new PdfDocument(open));
  if (pages.length === 0) throw new Failure('source_unreadable');
  // A damaged or dishonest tree states another number than it has.
  if (pages.length > ceiling.pages) throw new Failure(ceiling.code, { pages: pages.length, max_pages: ceiling.pages });
  return pages;
}

/** The references of all pages' content streams, each once. */
function contentReferences(open: OpenDocument, pages: readonly PdfPage[]): string[] {
  const document = new PdfDocument(open);
  return [...new Set(pages.flatMap((page) => contentOf(document, page)))];
}

/** The decoded content of pages, by stream. */
export const contentStreams = (open: OpenDocument, pages: readonly PdfPage[]): Map<string, Buffer> =>
  open.streams(contentReferences(open, pages));

/** How every content stream leaves the graphics state. Some at a time: many pages have more content than memory. */
export function contentBalances(open: OpenDocument, pages: readonly PdfPage[]): Balances {
  const references = contentReferences(open, pages);
  const balances = new Map<string, ReturnType<typeof balanceOf>>();
  for (let at = 0; at < references.length; at += streamsAtOnce)
    for (const [reference, content] of open.streams(references.slice(at, at + streamsAtOnce)))
      balances.set(reference, balanceOf(content));
  return balances;
}

const streamsAtOnce = 64;
