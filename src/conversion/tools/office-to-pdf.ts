import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { isFailure } from '#core/failure.ts';
import { hasContents, onlyNumbersChanged } from '#conversion/office/contents.ts';
import { officeImport } from '#conversion/office/import.ts';
import { takePreview } from '#conversion/office/pages-preview.ts';
import { officeWarnings } from '#conversion/office/warnings.ts';
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
  async run({ inputs: [input], output, signal }, engines) {
    try {
      const source = await officeImport(input, `${output}.source`, engines, signal);
      const refreshContents = await hasContents(input);
      const wanted = { ...source, output, to: 'pdf', signal } as const;
      const { missingFonts } = await engines.libreoffice.convert({ ...wanted, refreshContents });
      if (refreshContents && !(await onlyNumbersChanged(output))) await engines.libreoffice.convert(wanted);
      return { warnings: await officeWarnings(input, missingFonts) };
    } catch (error) {
      // Pages documents of versions that LibreOffice cannot read carry a PDF for the preview.
      if (
        input.format === formats.pages &&
        isFailure(error, 'source_unreadable') &&
        (await takePreview(input.path, output))
      )
        return { warnings: ['The document could not be laid out; this is the preview that Pages saved with it.'] };
      throw error;
    }
  },
});
