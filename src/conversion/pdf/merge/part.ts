// One document within a joined one.
import { explicitDestination, type NamedDestinations } from '../destinations.ts';
import { isReference, type PdfDocument, type PdfValue } from '../graph.ts';
import type { PdfPage } from '../pages.ts';

/** One of the documents, and where its objects are now. */
export interface Part {
  /** The title of its entry in the outline. */
  title: string;
  document: PdfDocument;
  pages: readonly PdfPage[];
  named: NamedDestinations;
  /** Its pages in the joined document. */
  joinedPages: readonly PdfPage[];
  /** References of the part → references in the joined document, for all that its pages reach. */
  copied: ReadonlyMap<string, string>;
}

/** A destination of a part as the joined document says it; null when it leads nowhere. */
export function joinedDestination(part: Part, destination: PdfValue | undefined): PdfValue[] | null {
  const explicit = explicitDestination(part.document, destination, part.named);
  const page = explicit?.[0];
  if (explicit === null || !isReference(page)) return null;
  const joined = part.copied.get(page);
  return joined === undefined ? null : [joined, ...explicit.slice(1).map((item) => part.document.get(item))];
}
