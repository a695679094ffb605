// The standards that results can meet: PDF/A for archives (ISO 19005) and PDF/UA for accessibility (ISO 14289).

export interface PdfStandard {
  /** The part of PDF/A, at level B; null if not requested. */
  archive: 2 | 3 | null;
  /** Whether PDF/UA-1 is requested. */
  isAccessible: boolean;
}

/** The names that clients send: one standard of either kind, or one of each, separated by a comma. */
export const pdfStandardNames = ['PDF/A-2b', 'PDF/A-3b', 'PDF/UA-1', 'PDF/A-2b,PDF/UA-1', 'PDF/A-3b,PDF/UA-1'] as const;

/** Parses the names of standards, in any order; null if the text is not valid. */
export function pdfStandardNamed(text: string): PdfStandard | null {
  const name = text
    .split(',')
    .map((part) => part.trim())
    .sort()
    .join(',');
  if (!pdfStandardNames.some((known) => known === name)) return null;
  return {
    archive: name.startsWith('PDF/A-2') ? 2 : name.startsWith('PDF/A-3') ? 3 : null,
    isAccessible: name.includes('PDF/UA-1'),
  };
}
