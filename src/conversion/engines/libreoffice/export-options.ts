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

/** Options that scale pictures down to the resolution of a printer. */
const reduced = { ReduceImageResolution: true, MaxImageResolution: 300 };
/**
 * The size above which documents are reduced. LibreOffice rescales and stores a picture wherever it appears (a letterhead, on
 * every page), which makes small documents slower to convert and their PDFs larger.
 */
const minReducedBytes = 4 * MiB;

/** Returns the filter data for LibreOffice's PDF export of a document of `bytes` bytes; empty for other formats. */
export function pdfExportOptions(
  { to, standard, drawsFields = false }: Pick<OfficeConversion, 'to' | 'standard' | 'drawsFields'>,
  bytes: number,
): string {
  if (to !== 'pdf') return '';
  const wanted = {
    ...pdf,
    ...(bytes > minReducedBytes ? reduced : { ReduceImageResolution: false }),
    // LibreOffice treats the parts of PDF/A as separate PDF versions, with the same numbers.
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
