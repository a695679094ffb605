import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { defineTool } from './tool.ts';

export const mergePdf = defineTool({
  id: 'merge-pdf',
  summary: 'Join PDFs into one, in the order they were sent.',
  accepts: [formats.pdf],
  files: { min: 2, max: 20 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '-merged' },
  encryptedPdf: 'refuses',
  errors: ['password_protected'],
  async run({ inputs, output, signal }, { qpdf }) {
    await qpdf.merge(
      inputs.map((input) => input.path),
      output,
      { signal },
    );
  },
});
