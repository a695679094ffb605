import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { testMark } from '#core/test-mark.ts';
import type { WorkbookFacts } from '#core/document-facts.ts';
import { choice, openPassword, readPages } from '#conversion/options/fields.ts';
import { defaultLimits, type ToolLimits } from '#conversion/options/limits.ts';
import { ocrFields, readScans } from '#conversion/options/ocr-fields.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import { ofLetters, ofMissing, placeOf } from './steps/page-warnings.ts';
import { readablePdf } from './steps/read-pdf.ts';
import { readScan } from './steps/recognise.ts';
import { defineTool } from './tool.ts';

export const pdfToExcel = (limits: ToolLimits = defaultLimits) =>
  defineTool({
    id: 'pdf-to-excel',
    isExtension: true,
    summary:
      'Convert the tables of a PDF to a workbook, one sheet per table; numbers, percentages, currencies and dates become values.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      format: choice(['xlsx', 'csv'], 'invalid_format', 'A workbook, or a ZIP with one CSV file per sheet.').default(
        'xlsx',
      ),
      tables: choice(
        ['sheets', 'one-sheet'],
        'invalid_format',
        'One sheet per table, or all tables below each other on one sheet.',
      ).default('sheets'),
      pages: readPages(),
      text: choice(
        ['on', 'off'],
        'invalid_format',
        'Also include text outside tables: on a separate sheet with page numbers, or between the tables if there is only one sheet.',
      ).default('off'),
      password: openPassword(),
      ...readScans(),
    }),
    extensionFields: ocrFields,
    timeoutMs: ({ ocr }) => (ocr === 'auto' ? limits.ocrTimeoutMs : undefined),
    produces: { format: formats.xlsx, suffix: '' },
    formatOf: ({ format }) => (format === 'csv' ? formats.zip : formats.xlsx),
    whenEncrypted: 'open',
    errors: [
      'pdf_scanned_needs_ocr',
      'pdf_too_many_pages',
      'invalid_format',
      'invalid_page_range',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    checkPages: ({ pages }, [total = 0]) => void chosenPages(pages, total),
    async run(job, engines) {
      const { output, signal, isTest, onProgress } = job;
      const { format, tables, pages, text } = job.options;
      const scan = readScan(job, limits, engines);
      const { pages: total, ...read } = await readablePdf(job, scan.change);
      const facts = await engines.documents.excel(read, output, {
        format,
        tables,
        withText: text === 'on',
        pages: [...chosenPages(pages, total)].toSorted((a, b) => a - b),
        keywords: isTest ? testMark : '',
        signal,
        onProgress,
      });
      return {
        warnings: [...scan.warnings, ...ofPagesWithout(facts, text === 'on'), ...ofMissing(facts), ...ofLetters(facts)],
      };
    },
  });

/** The warning about pages that give nothing, or their text alone. */
function ofPagesWithout({ tables, without }: WorkbookFacts, hasText: boolean): string[] {
  if (without.length === 0) return [];
  if (tables === 0)
    return [
      hasText
        ? 'No page has a table: the result has only text.'
        : 'No page has a table: the result has one empty sheet.',
    ];
  const place = placeOf(without);
  return [`${place[0]?.toUpperCase()}${place.slice(1)} ${without.length === 1 ? 'has' : 'have'} no table.`];
}
