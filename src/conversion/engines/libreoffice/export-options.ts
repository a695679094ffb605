// How LibreOffice writes a PDF.

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

/** As the filter data of LibreOffice's PDF export. */
export const pdfExportOptions = JSON.stringify(
  Object.fromEntries(
    Object.entries(pdf).map(([name, value]) => [
      name,
      { type: typeof value === 'boolean' ? 'boolean' : 'long', value: String(value) },
    ]),
  ),
);
