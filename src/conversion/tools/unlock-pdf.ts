import { rename } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { openPdf } from '#conversion/pdf/open.ts';
import { openPassword } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

export const unlockPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'unlock-pdf',
    summary: 'Remove the password and the restrictions of a PDF.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword() }),
    produces: { format: formats.pdf, suffix: '-unlocked' },
    encryptedPdf: 'opens',
    errors: ['needs_password', 'wrong_password', 'password_protected', 'pdf_not_protected', 'too_many_pages'],
    async run({ inputs: [input], output, signal }, engines) {
      const { path } = await openPdf(input, engines, {
        ceiling: { code: 'too_many_pages', pages: maxPdfPages },
        signal,
      });
      if (input.pdf?.access !== 'restricted') throw new Failure('pdf_not_protected');
      await rename(path, output);
    },
  });
