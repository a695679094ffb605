import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { numberPositions, numberStyles, pageNumber } from '#core/page-marks.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { decimal, numberIn, whole } from '#conversion/options/number-fields.ts';
import { refusedPages } from '#conversion/options/page-selection.ts';
import { defineTool, type Input } from './tool.ts';
import type { PdfJob } from '#conversion/engines/pdf/job.ts';

const position = <const Positions extends readonly [string, ...string[]]>(positions: Positions) =>
  choice(positions, 'invalid_format', 'Position on the page.').default('bottom-center' as never);

const lookFields = () => ({
  first: whole({
    min: 0,
    max: 99_999,
    description: 'The number of the first numbered page, 0 to 99999. By default 1.',
  }),
  from_page: whole({
    min: 1,
    max: 99_999,
    description: 'The first numbered page; the pages before it have no number. By default 1.',
  }),
  style: choice(numberStyles, 'invalid_format', 'arabic: 1, 2, 3; roman: i, ii, iii.').default('arabic'),
  size: decimal({ min: 4, max: 72, description: `Font size in points, 4 to 72. By default ${pageNumber.size}.` }),
});

/** The characters of the numbers: the one font of a document has no others. */
const charactersOf = { arabic: '0123456789 /', roman: 'cdilmvx /' };

export const pageNumbersPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'page-numbers-pdf',
    summary: 'Add page numbers at the bottom of the pages.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['full', 'simple'], 'invalid_format', 'full: 3 / 12; simple: 3.').default('full'),
      position: position(numberPositions),
      password: openPassword(),
      ...lookFields(),
    }),
    extensionFields: Object.keys(lookFields()),
    withoutExtensions: { position: position(['bottom-center', 'bottom-left', 'bottom-right']) },
    produces: { format: formats.pdf, suffix: '-numbered' },
    whenEncrypted: 'open',
    errors: [
      'invalid_format',
      'invalid_value',
      'invalid_page_range',
      'needs_password',
      'wrong_password',
      'password_protected',
      'too_many_pages',
    ],
    checkPages: checkNumbers,
    async run({ inputs: [input], pdf, options, output, signal }, { textLines }) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const { pages } = await readyPdf(pdf, 0, input, ceiling);
      checkNumbers(options, [pages]);
      await pdf.checkDrawable(0);
      // Absent where the service has extensions off.
      const style = options.style ?? 'arabic';
      const digits = `${output}.digits.pdf`;
      await writeFile(digits, (await textLines.line(charactersOf[style], signal)).pdf);
      await pdf.open(digits);
      const plain = await plainFile(pdf, 0, input);
      const file = await pdf.put(options.position.startsWith('top') ? await upsideDown(pdf, plain, input) : plain);
      await pdf.inspect(
        'numberPages',
        {
          ceiling,
          position: options.position,
          full: options.format === 'full',
          file,
          first: numberIn(options.first) ?? 1,
          fromPage: numberIn(options.from_page) ?? 1,
          style,
          size: numberIn(options.size) ?? pageNumber.size,
        },
        { results: { 'out.pdf': output } },
      );
    },
  });

interface Numbered {
  first?: string | undefined;
  from_page?: string | undefined;
  style?: string | undefined;
}

/** @throws invalid_page_range, invalid_value */
function checkNumbers({ first, from_page, style }: Numbered, [total = 0]: readonly number[]): void {
  if (Number(from_page ?? 1) > total) throw refusedPages('from_page', 'beyond_last_page', from_page ?? '', total);
  if (style === 'roman' && Number(first ?? 1) === 0)
    throw new Failure('invalid_value', { field: 'first', expected: 'at least 1 for roman numbers' });
}

/** A copy of the document whose upper edges are at the bottom. */
async function upsideDown(pdf: PdfJob, plain: string, input: Input): Promise<string> {
  const { slot } = await pdf.open(plain);
  await pdf.rotate(slot, 180);
  const path = `${input.path}.turned.pdf`;
  await pdf.write(slot, path);
  return path;
}
