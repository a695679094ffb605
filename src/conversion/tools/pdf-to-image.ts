import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { inParallel } from '#core/parallel.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { userUnit } from '#conversion/pdf/pages.ts';
import { readPdf } from '#conversion/pdf/read.ts';
import { bounded } from '#conversion/zip-writer.ts';
import { choice, openPassword } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

const maxPages = 100;
const maxPixels = 100_000_000;
const dpi = 150;

export const pdfToImage = ({ maxImageBytes }: ToolLimits) =>
  defineTool({
    id: 'pdf-to-image',
    summary: 'Make a picture of every page, at 150 DPI.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['png', 'jpg'], 'invalid_format', 'Kind of picture.').default('png'),
      password: openPassword(),
    }),
    produces: { format: formats.zip, suffix: '' },
    encryptedPdf: 'opens',
    errors: [
      'invalid_format',
      'pdf_too_many_pages',
      'output_too_large',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    async run({ inputs: [input], options: { format }, output, signal }, { pdfium, ...engines }) {
      const ceiling = { code: 'pdf_too_many_pages', pages: maxPages } as const;
      const all = { pdfium, ...engines };
      const read = await readPdf(input, all, { ceiling, signal });
      const { path } = read;
      const pages = read.pages.length;
      const document = new PdfDocument(read.graph);
      const scales = read.pages.map((page) => userUnit(document, page));
      const zip = new ZipFile();
      // The archive is written while pages are still drawn, in their order.
      const stop = new AbortController();
      const writing = pipeline(zip.outputStream, bounded(maxImageBytes, { format }), createWriteStream(output), {
        signal: AbortSignal.any([signal, stop.signal]),
      });
      writing.catch((error: unknown) => stop.abort(error));

      const waiting = new Map<number, Buffer>();
      let next = 0;
      let bytes = 0;
      const onPage = (page: number, picture: Buffer) => {
        bytes += picture.length;
        if (bytes > maxImageBytes) stop.abort(new Failure('output_too_large', { max_bytes: maxImageBytes, format }));
        waiting.set(page, picture);
        for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
          zip.addBuffer(ready, `page-${String(next + 1).padStart(3, '0')}.${format}`, { compress: false });
          waiting.delete(next);
          next += 1;
        }
      };
      const hands = Math.min(availableParallelism(), Math.ceil(pages / 2));
      const shares = Array.from({ length: hands }, (_, hand) =>
        Array.from({ length: pages }, (_, page) => page).filter((page) => page % hands === hand),
      );
      try {
        const drawing = AbortSignal.any([signal, stop.signal]);
        await inParallel(
          shares,
          (share) => pdfium.render(path, { format, pages: share, dpi, scales, maxPixels, onPage, signal: drawing }),
          hands,
        );
      } catch (error) {
        stop.abort(error);
        await writing.catch(() => {});
        throw error;
      }
      zip.end();
      await writing;
    },
  });
