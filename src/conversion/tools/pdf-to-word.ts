import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { readPdf } from '#conversion/pdf/read.ts';
import { openPassword } from './fields.ts';
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
    encryptedPdf: 'opens',
    errors: ['pdf_scanned_needs_ocr', 'pdf_too_many_pages', 'needs_password', 'wrong_password', 'password_protected'],
    async run({ inputs: [input], output, signal }, engines) {
      const ceiling = { code: 'pdf_too_many_pages', pages: maxPages } as const;
      const { path, graph } = await readPdf(input, engines, { ceiling, signal });
      const objects = `${path}.graph.json`;
      await writeFile(objects, JSON.stringify(graph));
      await engines.wordWriter.write({ pdf: path, graph: objects }, output, { signal });
    },
  });
