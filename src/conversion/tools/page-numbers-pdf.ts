import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { numberPages } from '#conversion/pdf/page-numbers.ts';
import { contentStreams, readPdf } from '#conversion/pdf/read.ts';
import { choice, openPassword } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

export const pageNumbersPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'page-numbers-pdf',
    summary: 'Number the pages at the bottom.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['full', 'simple'], 'invalid_format', 'full: 3 / 12; simple: 3.').default('full'),
      position: choice(
        ['bottom-center', 'bottom-left', 'bottom-right'],
        'invalid_format',
        'Where on the page.',
      ).default('bottom-center'),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-numbered' },
    encryptedPdf: 'opens',
    errors: ['invalid_format', 'needs_password', 'wrong_password', 'password_protected', 'too_many_pages'],
    async run({ inputs: [input], options, output, signal }, engines) {
      const { qpdf, pango, pdfium } = engines;
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const read = await readPdf(input, engines, { ceiling, signal });
      const { path, graph, pages } = read;
      const digits = `${output}.digits.pdf`;
      const [bands] = await Promise.all([
        pdfium.bands(path, pages.length, { signal }),
        pango.line('0123456789 /', digits, { font: 'Noto Sans', sizePoints: 48, signal }),
      ]);
      const streams = await contentStreams(read, pages, engines, signal);
      const font = await qpdf.graph(digits, { withStreams: true, signal });
      const patch = numberPages(graph, font, streams, bands, {
        position: options.position,
        full: options.format === 'full',
      });
      await qpdf.patch(path, output, { patch, signal });
    },
  });
