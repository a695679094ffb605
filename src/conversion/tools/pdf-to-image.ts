import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { inParallel } from '#core/parallel.ts';
import { pageFile } from '#core/page-file.ts';
import { anySignal } from '#core/effort.ts';
import { zipFiles } from '#conversion/zip/writer.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { changedIfReadable, plainFile, readyPdf, writtenFile } from './steps/ready-pdf.ts';
import { defineTool } from './tool.ts';

const maxPages = 100;
const maxPixels = 100_000_000;
const dpi = 150;

export const pdfToImage = ({ maxImageBytes }: ToolLimits) =>
  defineTool({
    id: 'pdf-to-image',
    summary: 'Convert every page to an image at 150 DPI.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['png', 'jpg'], 'invalid_format', 'Image format.').default('png'),
      password: openPassword(),
    }),
    produces: { format: formats.zip, suffix: '' },
    whenEncrypted: 'open',
    errors: [
      'invalid_format',
      'pdf_too_many_pages',
      'output_too_large',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    async run({ inputs: [input], pdf, options: { format }, output, signal, onProgress }, engines) {
      const { pages } = await readyPdf(pdf, 0, input, { code: 'pdf_too_many_pages', pages: maxPages });
      const { hasBareAnnotations } = await pdf.checkDrawable(0);
      const units = await pdf.units(0);
      const isChanged = hasBareAnnotations && (await changedIfReadable(pdf, 'drawAnnotations'));
      const file = await (isChanged ? writtenFile : plainFile)(pdf, 0, input);
      const folder = `${output}.pages`;
      await mkdir(folder, { recursive: true });
      let [bytes, done] = [0, 0];
      const stop = new AbortController();
      const onPage = (size: number) => {
        bytes += size;
        onProgress({ done: ++done, of: pages, unit: 'pages' });
        if (bytes > maxImageBytes) stop.abort(new Failure('output_too_large', { max_bytes: maxImageBytes, format }));
      };
      // Pages are distributed in turns, since neighbours are similar.
      const workers = Math.min(availableParallelism(), Math.ceil(pages / 2));
      const numbers = Array.from({ length: pages }, (_, page) => page);
      const drawing = anySignal(signal, stop.signal);
      await inParallel(
        Array.from({ length: workers }, (_, worker) => numbers.filter((page) => page % workers === worker)),
        async (share) => {
          await using job = await engines.pdf.begin(drawing);
          const wanted = share.map((page) => ({ page, unit: units[page] ?? 1 }));
          await job.render(file, folder, { pages: wanted, format, dpi, maxPixels, onPage });
        },
        workers,
      );
      const members = numbers.map((page) => {
        const name = pageFile(page + 1, format);
        return { name, path: join(folder, name) };
      });
      await zipFiles(members, output, { compress: false, maxBytes: maxImageBytes, fields: { format }, signal });
      await rm(folder, { recursive: true });
    },
  });
