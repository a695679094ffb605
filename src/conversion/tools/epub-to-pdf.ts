import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { finishBook } from '#conversion/epub/finish.ts';
import { contentStreams } from '#conversion/pdf/read.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { defineTool } from './tool.ts';

const maxPages = 1500;

export const epubToPdf = defineTool({
  id: 'epub-to-pdf',
  summary: 'Lay out a book on A4, with its contents, outline and links.',
  accepts: [formats.epub],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  encryptedPdf: 'not a pdf tool',
  errors: ['password_protected', 'epub_blank_output', 'epub_too_long'],
  async run({ inputs: [input], output, signal }, engines) {
    const { books, chromium, qpdf } = engines;
    const folder = `${output}.book`;
    const printed = `${output}.printed.pdf`;
    const facts = await books.unfold(input.path, folder, { signal });
    if (facts.leastPages > maxPages)
      throw new Failure('epub_too_long', { pages: facts.leastPages, max_pages: maxPages });
    await chromium.print(folder, printed, { signal });
    const graph = await qpdf.graph(printed, { signal });
    const pages = pagesOf(new PdfDocument(graph));
    if (pages.length === 0) throw new Failure('epub_blank_output');
    if (pages.length > maxPages) throw new Failure('epub_too_long', { pages: pages.length, max_pages: maxPages });
    const streams = await contentStreams({ path: printed, graph, pages }, pages, engines, signal);
    await qpdf.patch(printed, output, { patch: finishBook(graph, pages, streams, facts), packs: true, signal });
  },
});
