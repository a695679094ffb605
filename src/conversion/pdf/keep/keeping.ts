// Shared by all parts of a reduction.
import type { NamedDestinations } from '../destinations.ts';
import type { PdfDocument } from '../graph.ts';
import type { PdfPage } from '../pages.ts';

export interface Keeping {
  document: PdfDocument;
  pages: readonly PdfPage[];
  /** References of the kept pages. */
  kept: ReadonlySet<string>;
  named: NamedDestinations;
}
