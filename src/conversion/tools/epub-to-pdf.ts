import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { defineTool } from './tool.ts';

const maxPages = 1500;

export const epubToPdf = defineTool({
  id: 'epub-to-pdf',
  summary: 'Lay out a book on A4, with its table of contents, outline and links.',
  accepts: [formats.epub],
  files: { min: 1, max: 1 },
  options: z.strictObject({ pdf_standard: pdfStandard() }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['password_protected', 'epub_blank_output', 'epub_too_long', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard }, signal }, engines) {
    const { inspectors, chromium, pdf } = engines;
    const [folder, facts, printed] = [`${output}.book`, `${output}.facts`, `${output}.printed.pdf`];
    const { leastPages } = await inspectors.run('unfoldBook', undefined, {
      files: { document: input.path },
      results: { book: folder, facts },
      signal,
      timeoutMs: 40_000,
    });
    if (leastPages > maxPages) throw new Failure('epub_too_long', { pages: leastPages, max_pages: maxPages });
    await chromium.print(folder, printed, { signal });
    {
      await using job = await pdf.begin(signal);
      if ((await job.open(printed)).pages === 0) throw new Failure('epub_blank_output');
      await job.inspect('finishBook', { maxPages }, { files: { facts }, results: { 'out.pdf': output } });
    }
    return { warnings: await finishMade(output, { standard, input, signal }, engines) };
  },
});
