import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { preparedPassword } from '#conversion/options/passwords.ts';
import { readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { choice, newPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

const on = (description: string) => choice(['on'], 'invalid_format', description).optional();

export const protectPdf = ({ passwordMin, passwordMax, maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'protect-pdf',
    summary: 'Encrypt a PDF with AES-256, so that it opens only with the password.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      password: newPassword({ min: passwordMin, max: passwordMax }),
      prevent_print: on('Disallow printing.'),
      prevent_copy: on('Disallow copying text; accessibility tools can still read it.'),
    }),
    produces: { format: formats.pdf, suffix: '-protected' },
    whenEncrypted: 'run',
    isShort: true,
    locksResult: true,
    errors: [
      'password_too_short',
      'password_too_long',
      'invalid_format',
      'field_required',
      'pdf_already_protected',
      'too_many_pages',
    ],
    async run({ inputs: [input], pdf, options, output }) {
      const access = input.pdf?.access ?? 'broken';
      if (access !== 'open' && access !== 'mended' && access !== 'broken') throw new Failure('pdf_already_protected');
      await readyPdf(pdf, 0, input, { code: 'too_many_pages', pages: maxPdfPages });
      await pdf.protect(0, output, {
        userPassword: preparedPassword(options.password),
        ownerPassword: randomBytes(24).toString('hex'),
        preventPrint: options.prevent_print === 'on',
        preventCopy: options.prevent_copy === 'on',
      });
    },
  });
