import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { defineTool } from './tool.ts';

export const imageToPdf = defineTool({
  id: 'image-to-pdf',
  summary: 'Put an image on a PDF page of its own size, without compressing it again.',
  accepts: [formats.png, formats.jpeg, formats.webp, formats.gif, formats.tiff],
  files: { min: 1, max: 1 },
  options: z.strictObject({ pdf_standard: pdfStandard() }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['unsupported_format', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard }, signal }, engines) {
    await engines.documents.imageToPdf(input.path, output, { signal });
    return { warnings: await finishMade(output, { standard, input, signal }, engines) };
  },
});
