import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const mergePdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'merge-pdf',
    summary: 'Join PDFs into one, in the order they were sent, with their outlines, links, forms and attachments.',
    accepts: [formats.pdf],
    files: { min: 2, max: 20 },
    options: z.strictObject({}),
    produces: { format: formats.pdf, suffix: '-merged' },
    whenEncrypted: 'refuse',
    isShort: true,
    errors: ['password_protected', 'too_many_pages'],
    async run({ inputs, pdf, output }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      for (const [slot, input] of inputs.entries()) await readyPdf(pdf, slot, input, ceiling);
      const names = inputs.map(({ name }) => name);
      await pdf.inspect('merge', { names, ceiling }, { results: { 'out.pdf': output } });
    },
  });
