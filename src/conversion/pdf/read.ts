// A PDF opened and read into its object graph, with a page tree that can be trusted.
import { Failure } from '#core/failure.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { PdfDocument, type PdfGraph } from './graph.ts';
import type { Input } from '#conversion/tools/tool.ts';
import { openPdf, type Ceiling } from './open.ts';
import { contentOf } from './overlay.ts';
import { isRegular, pagesOf, type PdfPage } from './pages.ts';

export interface ReadPdf {
  path: string;
  graph: PdfGraph;
  pages: readonly PdfPage[];
}

/** @throws what openPdf throws; too_many_pages, pdf_too_many_pages by the pages that are really there; source_unreadable without any */
export async function readPdf(
  input: Input,
  engines: Engines,
  { ceiling, signal }: { ceiling: Ceiling; signal: AbortSignal },
): Promise<ReadPdf> {
  const { qpdf } = engines;
  const { path } = await openPdf(input, engines, { ceiling, signal });
  const read = await readOnce(path, qpdf, signal);
  const rebuilt = `${path}.pages.pdf`;
  const whole = read.isRegular
    ? read
    : await qpdf.rebuildPages(path, rebuilt, { signal }).then(() => readOnce(rebuilt, qpdf, signal));
  if (whole.pages.length === 0) throw new Failure('source_unreadable');
  // A damaged or dishonest tree states another number than it has.
  if (whole.pages.length > ceiling.pages)
    throw new Failure(ceiling.code, { pages: whole.pages.length, max_pages: ceiling.pages });
  return whole;
}

/** The decoded content of pages, by stream. */
export function contentStreams(
  { path, graph }: ReadPdf,
  pages: readonly PdfPage[],
  { qpdf }: Engines,
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const document = new PdfDocument(graph);
  return qpdf.streams(
    path,
    pages.flatMap((page) => contentOf(document, page)),
    { signal },
  );
}

async function readOnce(
  path: string,
  qpdf: Engines['qpdf'],
  signal: AbortSignal,
): Promise<ReadPdf & { isRegular: boolean }> {
  const graph = await qpdf.graph(path, { signal });
  const document = new PdfDocument(graph);
  return { path, graph, pages: pagesOf(document), isRegular: isRegular(document) };
}
