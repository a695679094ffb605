import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { contentStreams } from '#conversion/pdf/read.ts';
import { preparePostScript } from '#conversion/postscript/prepare.ts';
import { defineTool } from './tool.ts';

const maxPages = 500;
/** Operators that put something on a page (ISO 32000-2, annex A). */
const paints = /(^|[\s)\]>])(f\*?|F|[Bb]\*?|[Ss]|sh|Do|Tj|TJ|'|"|EI)([\s/[(<]|$)/;

export const psToPdf = defineTool({
  id: 'ps-to-pdf',
  summary: 'Turn a PostScript program or drawing into a PDF; text stays text, drawings stay drawings.',
  accepts: [formats.ps],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  encryptedPdf: 'not a pdf tool',
  errors: ['too_many_pages', 'ps_blank_output'],
  async run({ inputs: [input], output, signal }, engines) {
    const { ghostscript, qpdf } = engines;
    const { path, isEps } = await preparePostScript(input.path, `${output}.source.ps`);
    await ghostscript.toPdf(path, output, { isEps, signal });
    const graph = await qpdf.graph(output, { signal });
    const pages = pagesOf(new PdfDocument(graph));
    if (pages.length > maxPages) throw new Failure('too_many_pages', { pages: pages.length, max_pages: maxPages });
    // A program that shows no page comes out as an empty one.
    const streams = await contentStreams({ path: output, graph, pages }, pages.slice(0, 10), engines, signal);
    const isBlank =
      pages.length <= 10 && [...streams.values()].every((content) => !paints.test(content.toString('latin1')));
    if (pages.length === 0 || isBlank) throw new Failure('ps_blank_output');
  },
});
