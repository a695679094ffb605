import { z } from 'zod';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import { formats } from '#core/formats.ts';
import { openPassword } from '#conversion/options/fields.ts';
import { defineTool } from './tool.ts';

const maxPages = 500;

export const pdfToWord = () =>
  defineTool({
    id: 'pdf-to-word',
    summary: 'Make an editable Word document: flowing paragraphs, headings, lists, tables, headers and footers.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword() }),
    produces: { format: formats.docx, suffix: '' },
    whenEncrypted: 'open',
    errors: ['pdf_scanned_needs_ocr', 'pdf_too_many_pages', 'needs_password', 'wrong_password', 'password_protected'],
    async run({ inputs: [input], pdf, output, signal }, { documents }) {
      await readyPdf(pdf, 0, input, { code: 'pdf_too_many_pages', pages: maxPages });
      await pdf.checkDrawable(0);
      const graph = `${input.path}.graph.json`;
      await pdf.unfold(0, graph);
      await documents.word({ pdf: await plainFile(pdf, 0, input), graph }, output, { signal });
    },
  });
