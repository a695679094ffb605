// Draws annotations without an appearance: ISO 32000-2, 12.5.6 defines each kind. PDFium draws few of them.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import type { PdfPage } from '../pages.ts';
import { type Annotation, drawings } from './drawings.ts';
import { font } from './helvetica.ts';

/** Hidden, or of no use for a picture (the flags of ISO 32000-2, table 167). */
const unseen = 0x22;

/** Adds an appearance to those annotations. Returns whether there were any. */
export const giveAppearances = (document: PdfDocument, pages: readonly PdfPage[]): boolean =>
  drawEach(document, pages, () => true);

/** The same, except for text annotations that are read as text; rotated ones and callouts are drawn. */
export const giveUnreadAppearances = (document: PdfDocument, pages: readonly PdfPage[]): boolean =>
  drawEach(document, pages, (dictionary) => {
    const isText = document.name(dictionary['/Subtype']) === '/FreeText';
    return !isText || dictionary['/CL'] !== undefined || (document.number(dictionary['/Rotate']) ?? 0) % 360 !== 0;
  });

function drawEach(
  document: PdfDocument,
  pages: readonly PdfPage[],
  isWanted: (dictionary: PdfDictionary) => boolean,
): boolean {
  let isChanged = false;
  for (const page of pages)
    for (const reference of document.array(page.dictionary['/Annots'])) {
      const dictionary = document.dictionary(reference);
      const draw = drawings[document.name(dictionary['/Subtype']) ?? ''];
      if (draw === undefined || !isReference(reference) || !isBare(document, dictionary)) continue;
      if (!isWanted(dictionary)) continue;
      const annotation = annotationOf(document, dictionary);
      const content = annotation === undefined ? undefined : draw(annotation);
      if (annotation === undefined || content === undefined) continue;
      const opacity = document.number(dictionary['/CA']) ?? 1;
      const state = {
        '/ca': opacity,
        '/CA': opacity,
        ...(annotation.kind === '/Highlight' ? { '/BM': '/Multiply' } : {}),
      };
      const form = document.addStream(
        {
          '/Type': '/XObject',
          '/Subtype': '/Form',
          '/BBox': [...annotation.rect],
          '/Resources': { '/Font': { '/F': font }, '/ExtGState': { '/G': state } },
        },
        `/G gs ${content}`,
      );
      document.set(reference, { ...dictionary, '/AP': { '/N': form } });
      isChanged = true;
    }
  return isChanged;
}

function isBare(document: PdfDocument, dictionary: PdfDictionary): boolean {
  const isUnseen = ((document.number(dictionary['/F']) ?? 0) & unseen) !== 0;
  return !isUnseen && document.get(document.dictionary(dictionary['/AP'])['/N']) === null;
}

/** Undefined of one that has no place. */
function annotationOf(document: PdfDocument, dictionary: PdfDictionary): Annotation | undefined {
  const numbers = (value: PdfValue | undefined) => document.array(value).map((item) => document.number(item) ?? 0);
  const [a, b, c, d] = numbers(dictionary['/Rect']);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const style = document.dictionary(dictionary['/BS']);
  const border = numbers(dictionary['/Border']);
  const dashes = document.name(style['/S']) === '/D' ? numbers(style['/D']) : [];
  return {
    document,
    dictionary,
    kind: document.name(dictionary['/Subtype']) ?? '',
    rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
    numbers,
    thickness: Math.max(0, document.number(style['/W']) ?? border[2] ?? 1),
    dash: dashes.length === 0 ? '' : `[${dashes.join(' ')}] 0 d `,
  };
}
