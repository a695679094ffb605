// The claims of a document: signed, made for archiving or for printing.
import type { PdfDocument } from '#conversion/pdf/graph.ts';
import type { StreamStore } from './store.ts';

export interface Claims {
  /** PDF/A-1 and PDF/X of its time know neither object streams nor compressed metadata. */
  isOldStandard: boolean;
  /** PDF/X: no JBIG2. */
  isPrepress: boolean;
  /** The meaning of colours depends on their space: a space is never replaced by a simpler one. */
  keepsSpaces: boolean;
}

const defaults = ['/DefaultGray', '/DefaultRGB', '/DefaultCMYK'] as const;

export function claimsOf(document: PdfDocument, store: StreamStore): Claims {
  const metadata = document.catalog['/Metadata'];
  const text = metadata === undefined ? '' : (store.bytes(metadata)?.toString('latin1') ?? '');
  const part = /pdfaid:part(?:>|=["'])\s*(\d)/.exec(text)?.[1];
  const isPrepress =
    document.dictionary(document.trailer['/Info'])['/GTS_PDFXVersion'] !== undefined || /GTS_PDFXVersion/.test(text);
  let hasDefaults = false;
  for (const dictionary of document.dictionaries())
    if (defaults.some((name) => dictionary[name] !== undefined)) hasDefaults = true;
  return {
    isOldStandard: part === '1' || isPrepress,
    isPrepress,
    keepsSpaces: part !== undefined || isPrepress || hasDefaults,
  };
}
