import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { choice, pdfStandard } from '#conversion/options/fields.ts';
import { longText, margin, paper, printOrientation } from '#conversion/options/print-fields.ts';
import { printed } from './steps/printed.ts';
import { defineTool } from './tool.ts';

const maxTemplateLetters = 20_000;
const maxStyleLetters = 200_000;
/** As in its style sheet, which decides: scripts find the page as wide. */
const ownMargin = { top: 68, right: 76.5, bottom: 73.7, left: 76.5 };

export const markdownToPdf = defineTool({
  id: 'markdown-to-pdf',
  summary: 'Convert a Markdown file with its images to a tagged PDF with outline and links.',
  accepts: [formats.md, formats.zip],
  files: { min: 1, max: 1 },
  options: z.strictObject({
    paper: paper(),
    orientation: choice(printOrientation, 'invalid_format', 'Page orientation.').optional(),
    margin: margin(),
    header: longText({
      max: maxTemplateLetters,
      description:
        'HTML for the top margin of each page; elements with the classes `pageNumber`, `totalPages`, `title` and `date` are filled in.',
    }),
    footer: longText({
      max: maxTemplateLetters,
      description: 'HTML for the bottom margin, like `header`; by default the page number.',
    }),
    style: longText({ max: maxStyleLetters, description: 'CSS that is applied after the default style sheet.' }),
    toc: choice(['on', 'off'], 'invalid_format', 'Add a table of contents with page numbers.').default('off'),
    pdf_standard: pdfStandard(),
  }),
  produces: { format: formats.pdf, suffix: '' },
  isExtension: true,
  errors: ['invalid_format', 'invalid_value', 'too_many_pages'],
  async run({ inputs: [input], output, options, signal }, engines) {
    const site = `${output}.site`;
    const { contents } = await engines.inspectors.run(
      'unfoldMarkdownSite',
      {
        isArchive: input.format === formats.zip,
        style: options.style ?? '',
        hasContents: options.toc === 'on',
        hasFooter: options.footer !== undefined,
      },
      { files: { document: input.path }, results: { site }, signal },
    );
    if (contents === null)
      throw new Failure('unsupported_content', {
        file: input.name,
        detected_type: formats.zip.id,
        bytes: input.bytes,
      }).hinting('A ZIP needs a single Markdown file, at its root or anywhere.');
    const settings = { scale: 1, background: true, media: 'print', waitFor: null } as const;
    return {
      warnings: await printed({ site, contents, input, output, options, ownMargin, settings, signal }, engines),
    };
  },
});
