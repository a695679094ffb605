import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const rotatePdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'rotate-pdf',
    summary: 'Turn every page clockwise.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      rotation: choice(['90', '180', '270'], 'invalid_rotation', 'Degrees clockwise.'),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-rotated' },
    whenEncrypted: 'open',
    isShort: true,
    errors: [
      'invalid_rotation',
      'field_required',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    async run({ inputs: [input], pdf, options, output }) {
      await readyPdf(pdf, 0, input, { code: 'too_many_pages', pages: maxPdfPages });
      await pdf.rotate(0, Number(options.rotation));
      await pdf.write(0, output);
    },
  });
