// Prepares a PDF for reading its text, or for rendering its pages.
import { giveAppearances, giveUnreadAppearances } from '#conversion/pdf/annotations/appearances.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { dropHidden } from '#conversion/pdf/hidden-content.ts';
import { type PdfPage, pagesOf } from '#conversion/pdf/pages.ts';
import { useSingleLetters } from '#conversion/pdf/single-letters.ts';
import { PdfSession } from '../session.ts';

type Change = (
  document: PdfDocument,
  pages: readonly PdfPage[],
  decoded: (references: readonly string[]) => Map<string, Buffer>,
) => boolean;

/** Removes the content of hidden layers, and makes one letter of each glyph, for readers of the text. Returns whether the document changed. */
export const makeReadable = (): boolean => changed([dropHidden, giveUnreadAppearances, useSingleLetters]);

/** With an appearance of each annotation. Whether the open document is changed. */
export const drawAnnotations = (): boolean => changed([giveAppearances]);

function changed(changes: readonly Change[]): boolean {
  using session = new PdfSession();
  const open = session.document(0);
  const done = changes.map((change) => {
    const document = new PdfDocument(open);
    const isChanged = change(document, pagesOf(document), (references) => open.streams(references));
    if (isChanged) open.patch(document.patch);
    return isChanged;
  });
  return done.includes(true);
}
