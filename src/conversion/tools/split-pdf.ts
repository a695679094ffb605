import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { inParallel } from '#core/parallel.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { contentStreams, readPdf } from '#conversion/pdf/read.ts';
import { zipFiles } from '#conversion/zip-writer.ts';
import { openPassword } from './fields.ts';
import { defineTool, type Tool } from './tool.ts';

const maxPages = 200;
const maxBytes = 600 * (1 << 20);

/** A call with `ranges` is extract-pages by its older name. */
export const splitPdf = (extractPages: Tool) =>
  defineTool({
    id: 'split-pdf',
    summary: 'Make a PDF of every page.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword() }),
    produces: { format: formats.zip, suffix: '-pages' },
    encryptedPdf: 'opens',
    errors: [
      'pdf_single_page',
      'too_many_pages',
      'output_too_large',
      'invalid_page_range',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    servedBy: (fields) => (fields['ranges'] ? extractPages : undefined),
    async run({ inputs: [input], output, signal }, engines) {
      const ceiling = { code: 'too_many_pages', pages: maxPages } as const;
      const read = await readPdf(input, engines, { ceiling, signal });
      const { path, graph, pages } = read;
      if (pages.length === 1) throw new Failure('pdf_single_page');
      const streams = await contentStreams(read, pages, engines, signal);
      const parts = Array.from({ length: pages.length }, (_, index) => ({
        name: `page-${String(index + 1).padStart(3, '0')}.pdf`,
        path: `${output}.${index + 1}.pdf`,
      }));
      let bytes = 0;
      await inParallel(parts, async (part, index) => {
        await engines.qpdf.patch(path, part.path, { patch: keepPages(graph, [index + 1], streams), signal });
        bytes += (await stat(part.path)).size;
        if (bytes > maxBytes) throw new Failure('output_too_large', { max_bytes: maxBytes });
      });
      await zipFiles(parts, output, { compress: true, maxBytes, signal });
    },
  });
