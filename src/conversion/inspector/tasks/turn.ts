// rotate-pdf and merge-pdf: single pages turned, each on top of its own rotation.
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { visibleBox } from '#conversion/pdf/pages.ts';
import type { Ceiling } from '#conversion/options/limits.ts';
import { PdfSession, type OpenDocument } from '../session.ts';
import { readPages } from './pages.ts';

interface Turn {
  /** Pages from 1, with degrees clockwise. */
  turns: readonly (readonly [page: number, degrees: number])[];
  ceiling: Ceiling;
}

/** Writes the document to `out.pdf`. @throws the errors of readPages */
export function turnPages({ turns, ceiling }: Turn): void {
  using session = new PdfSession();
  const open = session.document(0);
  turn(open, new Map(turns), ceiling);
  open.write('out.pdf');
}

/** @throws the errors of readPages */
export function turn(open: OpenDocument, turns: ReadonlyMap<number, number>, ceiling: Ceiling): void {
  const pages = readPages(open, ceiling);
  const document = new PdfDocument(open);
  for (const [n, page] of pages.entries()) {
    const degrees = turns.get(n + 1) ?? 0;
    if (degrees === 0) continue;
    const { rotation } = visibleBox(document, page);
    document.set(page.reference, { ...document.dictionary(page.reference), '/Rotate': (rotation + degrees) % 360 });
  }
  open.patch(document.patch);
}
