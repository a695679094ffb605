import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { defineTool } from './tool.ts';

export const imageToPdf = defineTool({
  id: 'image-to-pdf',
  summary: 'Put an image on a PDF page of its own size, without compressing it again.',
  accepts: [formats.png, formats.jpeg, formats.webp, formats.gif, formats.tiff],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['unsupported_format'],
  async run({ inputs: [input], output, signal }, { documents }) {
    await documents.imageToPdf(input.path, output, { signal });
  },
});
