import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { officeImport } from '#conversion/office/import.ts';
import { defineTool } from './tool.ts';

export const officeToPdf = defineTool({
  id: 'office-to-pdf',
  summary: 'Lay out a text document, spreadsheet, presentation or drawing as a PDF.',
  accepts: [
    ...[formats.doc, formats.docx, formats.docm, formats.odt, formats.rtf, formats.txt],
    ...[formats.xls, formats.xlsx, formats.xlsm, formats.ods, formats.csv],
    ...[formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.odg],
    ...[formats.sxw, formats.sxc, formats.sxi, formats.sxd],
    ...[formats.fodt, formats.fods, formats.fodp, formats.fodg, formats.pages],
  ],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  encryptedPdf: 'not a pdf tool',
  errors: ['password_protected'],
  async run({ inputs: [input], output, signal }, { libreoffice }) {
    const { path, family, importAs } = await officeImport(input, `${output}.source`, signal);
    await libreoffice.convert({ input: path, output, to: 'pdf', family, importAs, signal });
  },
});
