// A request to LibreOffice, and its answer.
import type { WorkSignal } from '#core/effort.ts';
import type { PdfStandard } from '#core/pdf-standards.ts';

/** Which of LibreOffice's applications lays the document out. */
export type OfficeFamily = 'writer' | 'calc' | 'impress' | 'draw';

export interface OfficeConversion {
  input: string;
  output: string;
  /** A PDF, or an OpenDocument file to be worked on first. */
  to: 'pdf' | 'ods' | 'odp';
  family: OfficeFamily;
  /** The standards that the PDF is prepared for. */
  standard?: PdfStandard | undefined;
  /** Form fields are drawn as they are filled in, not kept as fields. */
  drawsFields?: boolean;
  /** LibreOffice's import filter and its options, where the bytes are ambiguous (plain text, CSV). */
  importAs?: { filter: string; options: string } | undefined;
  /**
   * Tables of contents are made anew with the pages of this layout. Beside the output lie copies of the document before and
   * after that ({@link refreshCopies}); warm processes only.
   */
  refreshTableOfContents?: boolean;
  /** The document needs a feature that LibreOffice as a library lacks. */
  needsOwnStart?: boolean;
  signal?: WorkSignal | undefined;
}

/** With the filter data of LibreOffice's export: see pdfExportOptions. */
export interface PreparedConversion extends OfficeConversion {
  exportOptions: string;
}

/** Suffix of the output's name for the copies of `refreshTableOfContents`. */
export const refreshCopies = ['.before.fodt', '.after.fodt'] as const;

/** Facts that LibreOffice reports about a document besides its result. */
export interface OfficeReport {
  /** Families that the document names and that are not installed. */
  missingFonts: string[];
  /** Tables of contents were updated, and the copies from before and after the update exist. */
  hasNewTableOfContents: boolean;
}
