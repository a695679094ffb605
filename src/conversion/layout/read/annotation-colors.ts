// Colours of annotations.
import type { PdfDocument, PdfValue } from '#conversion/pdf/graph.ts';

/** RRGGBB of one, three or four parts; undefined without parts. */
export function colorOf(document: PdfDocument, value: PdfValue | undefined): string | undefined {
  const parts = document.array(value).map((part) => document.number(part) ?? 0);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const shares = { 1: [a, a, a], 3: [a, b, c], 4: [a, b, c].map((part) => (1 - part) * (1 - d)) }[parts.length];
  return shares
    ?.map((share) => Math.round(Math.min(1, Math.max(0, share)) * 255))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
