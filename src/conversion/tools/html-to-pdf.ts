import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { choice, pdfStandard } from '#conversion/options/fields.ts';
import {
  keptPages,
  longText,
  margin,
  paper,
  parseWait,
  printOrientation,
  scale,
  waitFor,
} from '#conversion/options/print-fields.ts';
import { printed } from './steps/printed.ts';
import { defineTool } from './tool.ts';

const maxTemplateLetters = 20_000;
const ownMargin = { top: 36, right: 36, bottom: 36, left: 36 };

export const htmlToPdf = defineTool({
  id: 'html-to-pdf',
  summary: 'Convert a web page with its files to a tagged PDF, as a browser prints it, without network access.',
  accepts: [formats.html, formats.zip],
  files: { min: 1, max: 1 },
  options: z.strictObject({
    paper: paper(),
    orientation: choice(printOrientation, 'invalid_format', 'Page orientation.').optional(),
    margin: margin(),
    scale: scale(),
    background: choice(['on', 'off'], 'invalid_format', 'Print background colours and images.').default('on'),
    header: longText({
      max: maxTemplateLetters,
      description:
        'HTML for the top margin of each page; elements with the classes `pageNumber`, `totalPages`, `title` and `date` are filled in.',
    }),
    footer: longText({
      max: maxTemplateLetters,
      description: 'HTML for the bottom margin of each page, like `header`.',
    }),
    pages: keptPages(),
    media: choice(['print', 'screen'], 'invalid_format', 'Which style sheets of the page apply.').default('print'),
    wait_for: waitFor(),
    pdf_standard: pdfStandard(),
  }),
  produces: { format: formats.pdf, suffix: '' },
  isExtension: true,
  errors: ['invalid_format', 'invalid_value', 'invalid_page_range', 'too_many_pages'],
  async run({ inputs: [input], output, options, signal }, engines) {
    const site = `${output}.site`;
    const { hasPage } = await engines.inspectors.run(
      'unfoldPageSite',
      { isArchive: input.format === formats.zip, isXml: /\.xhtml$/i.test(input.name) },
      { files: { document: input.path }, results: { site }, signal },
    );
    if (!hasPage)
      throw new Failure('unsupported_content', {
        file: input.name,
        detected_type: formats.zip.id,
        bytes: input.bytes,
      }).hinting('A ZIP needs an index.html at its root, or in its only folder.');
    const { scale: factor = '1', background, media, wait_for: wait } = options;
    const settings = {
      scale: Number(factor),
      background: background === 'on',
      media,
      waitFor: wait === undefined ? null : parseWait(wait),
    };
    return { warnings: await printed({ site, input, output, options, ownMargin, settings, signal }, engines) };
  },
});
