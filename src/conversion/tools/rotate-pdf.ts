import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { choice, openPassword, turnedPages } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { rotations, turnsOf } from '#conversion/options/turned-pages.ts';
import { defineTool } from './tool.ts';

export const rotatePdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'rotate-pdf',
    summary: 'Rotate the pages of a PDF clockwise.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      rotation: choice(rotations, 'invalid_rotation', 'Degrees clockwise.'),
      pages: turnedPages(),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-rotated' },
    whenEncrypted: 'open',
    isShort: true,
    errors: [
      'invalid_rotation',
      'invalid_page_range',
      'field_required',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    checkPages: ({ rotation, pages }, [total = 0]) => void (pages && turnsOf(pages, total, Number(rotation))),
    async run({ inputs: [input], pdf, options: { rotation, pages }, output }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const { pages: total } = await readyPdf(pdf, 0, input, ceiling);
      const degrees = Number(rotation);
      if (pages === undefined) {
        await pdf.rotate(0, degrees);
        return pdf.write(0, output);
      }
      const turns = [...turnsOf(pages, total, degrees)];
      await pdf.inspect('turnPages', { turns, ceiling }, { results: { 'out.pdf': output } });
    },
  });
