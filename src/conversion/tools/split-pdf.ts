import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { inParallel } from '#core/parallel.ts';
import { pageFile } from '#core/page-file.ts';
import { zipFiles } from '#conversion/zip/writer.ts';
import { openPassword } from '#conversion/options/fields.ts';
import { defineTool, type Tool } from './tool.ts';

const maxPages = 200;
const maxBytes = 600 * (1 << 20);

/** A call with `ranges` is extract-pages by its older name. */
export const splitPdf = (extractPages: Tool) =>
  defineTool({
    id: 'split-pdf',
    summary: 'Split a PDF into single pages.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword() }),
    produces: { format: formats.zip, suffix: '-pages' },
    whenEncrypted: 'open',
    errors: [
      'pdf_single_page',
      'too_many_pages',
      'output_too_large',
      'invalid_page_range',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    servedBy: { field: 'ranges', tool: extractPages },
    async run({ inputs: [input], pdf, output, signal }, engines) {
      const ceiling = { code: 'too_many_pages', pages: maxPages } as const;
      const { pages } = await readyPdf(pdf, 0, input, ceiling);
      if (pages === 1) throw new Failure('pdf_single_page');
      const file = await plainFile(pdf, 0, input);
      const step = Math.min(availableParallelism(), Math.ceil(pages / 2));
      const parts = Array.from({ length: pages }, (_, index) => {
        const name = pageFile(index + 1, 'pdf');
        return { name, path: `${output}.${name}` };
      });
      await inParallel(
        Array.from({ length: step }, (_, first) => first),
        async (first) => {
          await using worker = await engines.pdf.begin(signal);
          await worker.open(file);
          await worker.open(file);
          const mine = parts.filter((_, index) => index % step === first);
          const results = Object.fromEntries(mine.map(({ name, path }) => [name, path]));
          await worker.inspect('splitPages', { first, step, ceiling, maxBytes }, { results });
        },
        step,
      );
      await zipFiles(parts, output, { compress: true, maxBytes, signal });
    },
  });
