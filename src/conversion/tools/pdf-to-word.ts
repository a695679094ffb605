import { z } from 'zod';
import { readablePdf } from './steps/read-pdf.ts';
import { formats } from '#core/formats.ts';
import { testMark } from '#core/test-mark.ts';
import { wordLayouts } from '#core/word-layouts.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import { ocrFields, readScans } from '#conversion/options/ocr-fields.ts';
import { defaultLimits, type ToolLimits } from '#conversion/options/limits.ts';
import { readScan } from './steps/recognise.ts';
import { ofLetters, ofMissing, placeOf } from './steps/page-warnings.ts';
import type { WordFacts } from '#core/document-facts.ts';
import { defineTool } from './tool.ts';

export const pdfToWord = (limits: ToolLimits = defaultLimits) =>
  defineTool({
    id: 'pdf-to-word',
    summary:
      'Convert a PDF to an editable Word document with paragraphs, headings, lists, tables, headers and footers.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      layout: choice(
        wordLayouts,
        'invalid_format',
        'How pages are laid out. `auto`: text reflows over images of the drawings; labels and form fields are positioned text boxes. `flow`: all text reflows. `exact`: all text is in positioned text boxes.',
      ).default('auto'),
      password: openPassword(),
      ...readScans(),
    }),
    extensionFields: ocrFields,
    timeoutMs: ({ ocr }) => (ocr === 'auto' ? limits.ocrTimeoutMs : undefined),
    produces: { format: formats.docx, suffix: '' },
    whenEncrypted: 'open',
    errors: [
      'pdf_scanned_needs_ocr',
      'pdf_too_many_pages',
      'invalid_format',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    async run(job, engines) {
      const { output, signal, isTest, onProgress } = job;
      const { layout } = job.options;
      const scan = readScan(job, limits, engines);
      const { pdf, graph } = await readablePdf(job, scan.change);
      const facts = await engines.documents.word({ pdf, graph }, output, {
        keywords: isTest ? testMark : '',
        layout,
        signal,
        onProgress,
      });
      return {
        warnings: [
          ...scan.warnings,
          ...(layout === 'auto' ? ofFixed(facts) : []),
          ...ofMissing(facts),
          ...ofLetters(facts),
        ],
      };
    },
  });

/** The warning about pages with text in boxes. */
const ofFixed = ({ fixed }: WordFacts): string[] =>
  fixed.length === 0
    ? []
    : [
        `On ${placeOf(fixed)}, labels and form fields are text boxes at their position. Use layout=flow to reflow all text.`,
      ];
