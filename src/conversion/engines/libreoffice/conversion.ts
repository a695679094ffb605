// A request to LibreOffice, and its answer.
import type { WorkSignal } from '#core/effort.ts';
import type { PdfStandard } from '#core/pdf-standards.ts';

/** The LibreOffice application that lays out the document. */
export type OfficeFamily = 'writer' | 'calc' | 'impress' | 'draw';

export interface OfficeConversion {
  input: string;
  output: string;
  /** The output: a PDF, or an OpenDocument file for further processing. */
  to: 'pdf' | 'ods' | 'odp';
  family: OfficeFamily;
  /** The standards for which the PDF is prepared. */
  standard?: PdfStandard | undefined;
  /** Whether form fields are drawn with their values instead of kept as fields. */
  drawsFields?: boolean;
  /** LibreOffice's import filter and its options, for ambiguous bytes (plain text, CSV). */
  importAs?: { filter: string; options: string } | undefined;
  /**
   * Whether tables of contents are updated with the pages of this layout. Next to the output are copies of the document before and
   * after that ({@link refreshCopies}); warm processes only.
   */
  refreshTableOfContents?: boolean;
  /** Whether the document needs a feature that LibreOffice lacks as a library. */
  needsOwnStart?: boolean;
  signal?: WorkSignal | undefined;
}

/** A conversion with the filter data of LibreOffice's export (see pdfExportOptions). */
export interface PreparedConversion extends OfficeConversion {
  exportOptions: string;
}

/** The suffixes of the output's name for the copies of `refreshTableOfContents`. */
export const refreshCopies = ['.before.fodt', '.after.fodt'] as const;

/** Facts that LibreOffice reports about a document in addition to its result. */
export interface OfficeReport {
  /** The font families that the document names but are not installed. */
  missingFonts: string[];
  /** Whether tables of contents were updated, and the copies from before and after the update exist. */
  hasNewTableOfContents: boolean;
}
