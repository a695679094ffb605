import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const unlockPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'unlock-pdf',
    summary: 'Remove the password and restrictions of a PDF.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword() }),
    produces: { format: formats.pdf, suffix: '-unlocked' },
    whenEncrypted: 'open',
    isShort: true,
    errors: ['needs_password', 'wrong_password', 'password_protected', 'pdf_not_protected', 'too_many_pages'],
    async run({ inputs: [input], pdf, output }) {
      await readyPdf(pdf, 0, input, { code: 'too_many_pages', pages: maxPdfPages });
      if (input.pdf?.access !== 'restricted') throw new Failure('pdf_not_protected');
      await pdf.write(0, output);
    },
  });
