// How LibreOffice writes a PDF.
import type { OfficeConversion } from './conversion.ts';

const pdf = {
  UseTaggedPDF: true,
  ExportBookmarks: true,
  ExportFormFields: true,
  ExportNotes: false,
  SelectPdfVersion: 17, // PDF 1.7
  Quality: 90, // of JPEG pictures
  ReduceImageResolution: true,
  MaxImageResolution: 300,
  EmbedStandardFonts: true,
};

/** The options as filter data of LibreOffice's PDF export. */
export function pdfExportOptions({
  standard,
  drawsFields = false,
}: Pick<OfficeConversion, 'standard' | 'drawsFields'> = {}): string {
  const wanted = {
    ...pdf,
    // The parts of PDF/A are versions of their own to LibreOffice, with the same numbers.
    ...(standard === undefined || standard.archive === null ? {} : { SelectPdfVersion: standard.archive }),
    ...(standard?.isAccessible === true ? { PDFUACompliance: true } : {}),
    // The fonts of form fields are never embedded.
    ...(standard === undefined && !drawsFields ? {} : { ExportFormFields: false }),
  };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? 'boolean' : 'long', value: String(value) },
      ]),
    ),
  );
}
