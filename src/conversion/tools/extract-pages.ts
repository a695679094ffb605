import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { contentStreams, readPdf } from '#conversion/pdf/read.ts';
import { selectPages } from '#conversion/pdf/page-selection.ts';
import { openPassword, pageRanges } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

export const extractPages = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'extract-pages',
    summary: 'Keep some pages of a PDF, in the order you write them, and nothing of the others.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ ranges: pageRanges(), password: openPassword() }),
    produces: { format: formats.pdf, suffix: '-pages' },
    encryptedPdf: 'opens',
    errors: [
      'invalid_page_range',
      'field_required',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    checkPages: ({ ranges }, pages) => void selectPages(ranges, pages),
    async run({ inputs: [input], options, output, signal }, engines) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const read = await readPdf(input, engines, { ceiling, signal });
      const { path, graph, pages } = read;
      const numbers = selectPages(options.ranges, pages.length);
      const kept = numbers.flatMap((number) => pages[number - 1] ?? []);
      const streams = await contentStreams(read, kept, engines, signal);
      await engines.qpdf.patch(path, output, { patch: keepPages(graph, numbers, streams), signal });
    },
  });
