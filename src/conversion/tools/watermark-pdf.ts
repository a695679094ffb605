import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { contentStreams, readPdf } from '#conversion/pdf/read.ts';
import { watermark } from '#conversion/pdf/watermark.ts';
import { charactersWithoutFont } from '#conversion/text-coverage.ts';
import { openPassword, shortText } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

const font = 'Noto Sans';

export const watermarkPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'watermark-pdf',
    summary: 'Write one diagonal line of text over every page.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      text: shortText({
        max: 50,
        description: 'The text, at most 50 characters of any script.',
        example: 'CONFIDENTIAL',
      }),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-watermarked' },
    encryptedPdf: 'opens',
    errors: [
      'field_required',
      'unsupported_characters',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    async run({ inputs: [input], options, output, signal }, engines) {
      const { qpdf, pango } = engines;
      const text = options.text.replace(/\s+/g, ' ').trim();
      const missing = await charactersWithoutFont(text, `${output}.probe.pdf`, pango, signal);
      if (missing.length > 0) throw new Failure('unsupported_characters', { field: 'text', characters: missing });

      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const read = await readPdf(input, engines, { ceiling, signal });
      const { path, graph, pages } = read;
      const mark = `${output}.mark.pdf`;
      await pango.line(text, mark, { font, sizePoints: 48, signal });
      const streams = await contentStreams(read, pages, engines, signal);
      const patch = watermark(graph, await qpdf.graph(mark, { withStreams: true, signal }), streams);
      await qpdf.patch(path, output, { patch, signal });
    },
  });
