import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { maxBookPages, printBook } from './steps/print-book.ts';
import { defineTool } from './tool.ts';

export const epubToPdf = defineTool({
  id: 'epub-to-pdf',
  summary: 'Convert an e-book to an A4 PDF with table of contents, outline and links.',
  accepts: [formats.epub],
  files: { min: 1, max: 1 },
  options: z.strictObject({ pdf_standard: pdfStandard() }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['password_protected', 'epub_blank_output', 'epub_too_long', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard }, signal }, engines) {
    const { pdf } = engines;
    const [folder, facts, printed] = [`${output}.book`, `${output}.facts`, `${output}.printed.pdf`];
    await printBook(input, printed, { folder, facts, hasContents: true, signal }, engines);
    {
      await using job = await pdf.begin(signal);
      if ((await job.open(printed)).pages === 0) throw new Failure('epub_blank_output');
      await job.inspect('finishBook', { maxPages: maxBookPages }, { files: { facts }, results: { 'out.pdf': output } });
    }
    return { warnings: await finishMade(output, { standard, input, signal }, engines) };
  },
});
