import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { watermarkLook, watermarkPositions } from '#core/page-marks.ts';
import { choice, markedPages, openPassword, shortText } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { color, decimal, numberIn } from '#conversion/options/number-fields.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import { defineTool } from './tool.ts';

const lookFields = () => ({
  position: choice(watermarkPositions, 'invalid_format', 'Position on the page.').default('center'),
  angle: decimal({
    min: -360,
    max: 360,
    description:
      'Degrees anticlockwise. By default along the diagonal from bottom left to top right in the center, and level at the other positions.',
  }),
  size: decimal({
    min: 4,
    max: 1000,
    description:
      'Font size in points, at most as large as fits on the page. By default as large as fits in the center, and 24 at the other positions.',
  }),
  color: color(`The colour, such as \`#c00000\`. By default \`${watermarkLook.color}\`.`),
  opacity: decimal({
    min: 0.01,
    max: 1,
    description: `From 0.01, nearly invisible, to 1, opaque. By default ${watermarkLook.opacity}.`,
  }),
  pages: markedPages(),
});

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
      ...lookFields(),
    }),
    extensionFields: Object.keys(lookFields()),
    produces: { format: formats.pdf, suffix: '-watermarked' },
    whenEncrypted: 'open',
    errors: [
      'field_required',
      'invalid_format',
      'invalid_value',
      'invalid_page_range',
      'unsupported_characters',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    checkPages: ({ pages }, [total = 0]) => void chosenPages(pages, total),
    async run({ inputs: [input], pdf, options, output, signal }, { textLines }) {
      const text = options.text.replace(/\s+/g, ' ').trim();
      const line = await textLines.line(text, signal, options.color);
      if (line.missing.length > 0)
        throw new Failure('unsupported_characters', { field: 'text', characters: line.missing });
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      await readyPdf(pdf, 0, input, ceiling);
      const [mark, outlines] = [`${output}.mark.pdf`, `${output}.mark.svg`];
      await writeFile(mark, line.pdf);
      await writeFile(outlines, line.svg);
      await pdf.open(mark);
      const look = {
        // Absent where the service has extensions off.
        position: options.position ?? 'center',
        angle: numberIn(options.angle),
        size: numberIn(options.size),
        opacity: numberIn(options.opacity) ?? watermarkLook.opacity,
      };
      const files = { 'outlines.svg': outlines };
      await pdf.inspect(
        'watermark',
        { ceiling, look, pages: options.pages },
        { files, results: { 'out.pdf': output } },
      );
    },
  });
