// The information dictionary of a document, besides its title and author (ISO 32000-2, 14.3.3).
import { isoDate } from '#conversion/pdf/dates.ts';
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import { stringText } from '#conversion/pdf/strings.ts';

export interface DocumentProperties {
  subject: string;
  keywords: string;
  /** In ISO 8601 format; empty if the file has no date. */
  created: string;
  modified: string;
}

export function propertiesOf(document: PdfDocument, info: PdfDictionary): DocumentProperties {
  const text = (key: '/Subject' | '/Keywords') => stringText(document.get(info[key])).trim();
  const date = (key: '/CreationDate' | '/ModDate') => {
    const iso = isoDate(stringText(document.get(info[key])));
    return Number.isNaN(Date.parse(iso)) ? '' : iso;
  };
  return {
    subject: text('/Subject'),
    keywords: text('/Keywords'),
    created: date('/CreationDate'),
    modified: date('/ModDate'),
  };
}
