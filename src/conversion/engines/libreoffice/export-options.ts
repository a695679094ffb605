// How LibreOffice writes a PDF.
import { MiB } from '#core/bytes.ts';
import type { OfficeConversion } from './conversion.ts';

const pdf = {
  UseTaggedPDF: true,
  ExportBookmarks: true,
  ExportFormFields: true,
  ExportNotes: false,
  SelectPdfVersion: 17, // PDF 1.7
  Quality: 90, // of JPEG pictures
  EmbedStandardFonts: true,
};

/** What is finer than printers print is left out. */
const reduced = { ReduceImageResolution: true, MaxImageResolution: 300 };
/**
 * In a document of more bytes. LibreOffice scales a picture anew at each place where it stands, a letterhead on every page, and
 * stores it as often: for small documents that takes the time twice over, and makes the PDF larger.
 */
const minReducedBytes = 4 * MiB;

/** The options as filter data of LibreOffice's PDF export, for a document of so many bytes; "" for other formats. */
export function pdfExportOptions(
  { to, standard, drawsFields = false }: Pick<OfficeConversion, 'to' | 'standard' | 'drawsFields'>,
  bytes: number,
): string {
  if (to !== 'pdf') return '';
  const wanted = {
    ...pdf,
    ...(bytes > minReducedBytes ? reduced : { ReduceImageResolution: false }),
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
