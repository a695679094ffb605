// What LibreOffice is asked for, and what it tells.
import type { PdfStandard } from '#core/pdf-standards.ts';

/** Which of LibreOffice's applications lays the document out. */
export type OfficeFamily = 'writer' | 'calc' | 'impress' | 'draw';

export interface OfficeConversion {
  input: string;
  output: string;
  /** A PDF, or an OpenDocument spreadsheet to be worked on first. */
  to: 'pdf' | 'ods';
  family: OfficeFamily;
  /** What the PDF is prepared for. */
  standard?: PdfStandard | undefined;
  /** LibreOffice's import filter and its options, where the bytes do not tell (plain text, CSV). */
  importAs?: { filter: string; options: string } | undefined;
  /**
   * Tables of contents are made anew with the pages of this layout. Beside the output lie copies of the document before and
   * after that ({@link refreshCopies}); warm processes only.
   */
  refreshTableOfContents?: boolean;
  /** It holds what LibreOffice as a library leaves out. */
  needsOwnStart?: boolean;
  signal?: AbortSignal | undefined;
}

/** What is appended to the output's name for the copies of `refreshTableOfContents`. */
export const refreshCopies = ['.before.fodt', '.after.fodt'] as const;

/** What LibreOffice tells about a document besides its result. */
export interface OfficeReport {
  /** Families that the document names and nobody here has. */
  missingFonts: string[];
  /** Tables of contents were made anew, and the copies of before and after are there. */
  hasNewTableOfContents: boolean;
}
