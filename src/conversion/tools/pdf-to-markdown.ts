import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { testMark } from '#core/test-mark.ts';
import { openPassword } from '#conversion/options/fields.ts';
import { defaultLimits, type ToolLimits } from '#conversion/options/limits.ts';
import { ocrFields, readScans } from '#conversion/options/ocr-fields.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import { formatOfText, hasPictures, textFields } from '#conversion/options/text-fields.ts';
import { ofLetters, ofMissing, ofWordless } from './steps/page-warnings.ts';
import { readablePdf } from './steps/read-pdf.ts';
import { readScan } from './steps/recognise.ts';
import { defineTool } from './tool.ts';

export const pdfToMarkdown = (limits: ToolLimits = defaultLimits) =>
  defineTool({
    id: 'pdf-to-markdown',
    isExtension: true,
    summary:
      'Convert a PDF to Markdown, plain text or JSON: headings, lists, tables, notes and links in reading order.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ ...textFields(), password: openPassword(), ...readScans() }),
    extensionFields: ocrFields,
    timeoutMs: ({ ocr }) => (ocr === 'auto' ? limits.ocrTimeoutMs : undefined),
    produces: { format: formats.md, suffix: '' },
    formatOf: formatOfText,
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
      const { output, options, signal, isTest, onProgress } = job;
      const scan = readScan(job, limits, engines);
      const { pages: total, ...read } = await readablePdf(job, scan.change);
      const facts = await engines.documents.text(read, output, {
        format: options.format,
        pages: [...chosenPages(options.pages, total)],
        hasPageMarkers: options.page_markers === 'on',
        hasPictures: hasPictures(options),
        mark: isTest ? testMark : '',
        signal,
        onProgress,
      });
      return { warnings: [...scan.warnings, ...ofMissing(facts), ...ofLetters(facts), ...ofWordless(facts)] };
    },
  });
