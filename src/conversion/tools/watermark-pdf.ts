import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { openPassword, shortText } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { defineTool } from './tool.ts';

export const watermarkPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'watermark-pdf',
    summary: 'Add a diagonal line of text to every page.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      text: shortText({
        max: 50,
        description: 'The text, at most 50 characters, in any script.',
        example: 'CONFIDENTIAL',
      }),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-watermarked' },
    whenEncrypted: 'open',
    errors: [
      'field_required',
      'unsupported_characters',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    async run({ inputs: [input], pdf, options, output, signal }, { textLines }) {
      const text = options.text.replace(/\s+/g, ' ').trim();
      const line = await textLines.line(text, signal);
      if (line.missing.length > 0)
        throw new Failure('unsupported_characters', { field: 'text', characters: line.missing });
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      await readyPdf(pdf, 0, input, ceiling);
      const [mark, outlines] = [`${output}.mark.pdf`, `${output}.mark.svg`];
      await writeFile(mark, line.pdf);
      await writeFile(outlines, line.svg);
      await pdf.open(mark);
      const files = { 'outlines.svg': outlines };
      await pdf.inspect('watermark', { ceiling }, { files, results: { 'out.pdf': output } });
    },
  });
