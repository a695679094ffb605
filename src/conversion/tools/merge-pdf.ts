import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { filePages } from '#conversion/options/fields.ts';
import { selectFilePages } from '#conversion/options/file-pages.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const mergePdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'merge-pdf',
    summary: 'Merge PDFs in the order they are sent, with their outlines, links, forms and attachments.',
    accepts: [formats.pdf],
    files: { min: 2, max: 20 },
    options: z.strictObject({ pages: filePages() }),
    produces: { format: formats.pdf, suffix: '-merged' },
    whenEncrypted: 'refuse',
    isShort: true,
    errors: ['invalid_page_range', 'invalid_rotation', 'password_protected', 'too_many_pages'],
    checkPages: ({ pages }, totals) => void (pages && selectFilePages(pages, totals)),
    async run({ inputs, pdf, options: { pages }, output, onProgress }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const totals: number[] = [];
      for (const [slot, input] of inputs.entries()) {
        totals.push((await readyPdf(pdf, slot, input, ceiling)).pages);
        onProgress({ done: slot + 1, of: inputs.length, unit: 'files' });
      }
      const names = inputs.map(({ name }) => name);
      const selected = pages === undefined ? null : selectFilePages(pages, totals);
      await pdf.inspect('merge', { names, selected, ceiling }, { results: { 'out.pdf': output } });
    },
  });
