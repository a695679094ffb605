// The standards that results can meet: PDF/A for archives (ISO 19005) and PDF/UA for accessibility (ISO 14289).

export interface PdfStandard {
  /** The part of PDF/A, at its level B; null where it is not asked for. */
  archive: 2 | 3 | null;
  /** PDF/UA-1. */
  isAccessible: boolean;
}

/** The names that clients send: one of each kind, or one of both with a comma. */
export const pdfStandardNames = ['PDF/A-2b', 'PDF/A-3b', 'PDF/UA-1', 'PDF/A-2b,PDF/UA-1', 'PDF/A-3b,PDF/UA-1'] as const;

/** Null if it is not the name of a standard; the order of two does not matter. */
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
