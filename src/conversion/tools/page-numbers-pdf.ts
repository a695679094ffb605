import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const pageNumbersPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'page-numbers-pdf',
    summary: 'Add page numbers at the bottom of the pages.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['full', 'simple'], 'invalid_format', 'full: 3 / 12; simple: 3.').default('full'),
      position: choice(
        ['bottom-center', 'bottom-left', 'bottom-right'],
        'invalid_format',
        'Position on the page.',
      ).default('bottom-center'),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-numbered' },
    whenEncrypted: 'open',
    errors: ['invalid_format', 'needs_password', 'wrong_password', 'password_protected', 'too_many_pages'],
    async run({ inputs: [input], pdf, options, output, signal }, { textLines }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      await readyPdf(pdf, 0, input, ceiling);
      await pdf.checkDrawable(0);
      const digits = `${output}.digits.pdf`;
      await writeFile(digits, (await textLines.line('0123456789 /', signal)).pdf);
      await pdf.open(digits);
      const file = await pdf.put(await plainFile(pdf, 0, input));
      const { position, format } = options;
      await pdf.inspect(
        'numberPages',
        { ceiling, position, full: format === 'full', file },
        { results: { 'out.pdf': output } },
      );
    },
  });
