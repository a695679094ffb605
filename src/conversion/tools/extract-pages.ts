import { z } from 'zod';
import { selectPages } from '#conversion/options/page-selection.ts';
import { readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { openPassword, pageRanges } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const extractPages = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'extract-pages',
    summary: 'Extract pages of a PDF, in any order; nothing of the other pages remains.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ ranges: pageRanges(), password: openPassword() }),
    produces: { format: formats.pdf, suffix: '-pages' },
    whenEncrypted: 'open',
    isShort: true,
    errors: [
      'invalid_page_range',
      'field_required',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    checkPages: ({ ranges }, [total = 0]) => void selectPages(ranges, total),
    async run({ inputs: [input], pdf, options: { ranges }, output }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      await readyPdf(pdf, 0, input, ceiling);
      await pdf.inspect('extractPages', { ranges, ceiling }, { results: { 'out.pdf': output } });
    },
  });
