// A PDF whose glyphs each have one letter, for a reader that loses others.
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { useSingleLetters } from '#conversion/pdf/single-letters.ts';
import { PdfSession } from '../session.ts';

/** Changes the maps of fonts of the open document; false where nothing is to be changed. */
export function giveSingleLetters(): boolean {
  using session = new PdfSession();
  const open = session.document(0);
  const document = new PdfDocument(open);
  const isChanged = useSingleLetters(document, pagesOf(document), (references) => open.streams(references));
  if (isChanged) open.patch(document.patch);
  return isChanged;
}
