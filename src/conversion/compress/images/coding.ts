// The result of coding an image: its data, and the entries of its dictionary.
import type { PdfDictionary, PdfValue } from '#conversion/pdf/graph.ts';

export interface Coded {
  data: Buffer;
  bits: 1 | 2 | 4 | 8;
  filter: `/${string}`;
  parameters?: PdfDictionary;
  /** Only where it is not the image's own any more. */
  colourSpace?: PdfValue;
}

/** The one with the least data; the first of equals. */
export const smallest = (codings: readonly (Coded | null)[]): Coded | null =>
  codings.reduce(
    (best, next) => (next !== null && (best === null || next.data.length < best.data.length) ? next : best),
    null,
  );
