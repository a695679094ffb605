// Recognised text put into pages: invisible, at the place of its picture, tagged by paragraph.
import type { Balances } from '#conversion/pdf/content-state.ts';
import { cm, freeName, overlayPages } from '#conversion/pdf/overlay.ts';
import { PdfDocument, type PdfDictionary, type PdfGraph, type PdfPatch } from '#conversion/pdf/graph.ts';
import { pagesOf, visibleBox, type PdfPage } from '#conversion/pdf/pages.ts';
import { addFontFile, addGlyphlessFont, glyphWidth } from './glyphless-font.ts';
import { product, turned, type Matrix } from './matrix.ts';
import type { TagMode } from '#core/ocr.ts';
import type { RecognisedPage } from './recognised.ts';
import { setLines, type SetLine } from './set-lines.ts';
import { ParagraphTags } from './tags.ts';

export interface Laying {
  /** What was recognised, by the number of the page, from 0. */
  recognised: ReadonlyMap<number, RecognisedPage>;
  /** Whether pages are turned so that their text is upright. */
  rotate: boolean;
  /** Whether the content of pages is turned so that its lines are straight. */
  deskew: boolean;
  /** How paragraphs are tagged: as suspect, since recognition may be wrong, or as standards for accessibility want them. */
  tags: TagMode;
  /** Of the text (BCP 47), for documents that name none. */
  language: string | undefined;
}

/** Returns the patch that puts the text into the pages. `balances` are those of the pages' content streams. */
export function layText(graph: PdfGraph, balances: Balances, laying: Laying): PdfPatch {
  const document = new PdfDocument(graph);
  const pages = pagesOf(document);
  const layers = new Map([...laying.recognised].map(([n, page]) => [n, layerOf(document, page, pages[n], laying)]));
  const fonts = addFonts(document, pages, [...layers.values()]);
  const { tags: mode, language } = laying;
  const tags = mode === 'none' ? undefined : new ParagraphTags(document, { language, areSuspect: mode === 'suspect' });
  overlayPages(document, pages, balances, (_visible, n) => {
    const [layer, page] = [layers.get(n), pages[n]];
    if (layer === undefined || page === undefined || layer.lines.length === 0) return { content: '', resources: {} };
    const content = contentOf(layer, fonts.names, tags?.page(page.reference));
    return { content, resources: { '/Font': fonts.resources } };
  });
  for (const [n, { page, lines, straighten }] of layers) {
    const on = pages[n];
    if (on !== undefined && lines.length > 0) turn(document, on, laying.rotate ? page.turn : 0, straighten);
  }
  tags?.end(pages.every((_, n) => layers.has(n)));
  return document.patch;
}

interface Layer {
  page: RecognisedPage;
  lines: SetLine[];
  /** The clockwise radians by which the page's content is turned. */
  straighten: number;
  /** From the coordinates of lines to the visible page, y upwards. */
  matrix: Matrix;
}

function layerOf(document: PdfDocument, page: RecognisedPage, on: PdfPage | undefined, { deskew }: Laying): Layer {
  // Annotations would stay where they are.
  const isAnnotated = document.array(on?.dictionary['/Annots']).length > 0;
  const straighten = deskew && !isAnnotated ? page.skew : 0;
  const straight = product(page.matrix, turned(straighten, page.width / 2, page.height / 2));
  return { page, straighten, lines: setLines(page), matrix: product(straight, [1, 0, 0, -1, 0, page.height]) };
}

function addFonts(document: PdfDocument, pages: readonly PdfPage[], layers: readonly Layer[]) {
  const file = addFontFile(document);
  const weights = [false, true].map((isBold) => {
    const lines = layers.flatMap((layer) => layer.lines.filter((line) => line.isBold === isBold));
    const text = new Set(lines.flatMap(({ words }) => words.flatMap((word) => Array.from(word.text))));
    const name = freeName(document, pages, '/Font', isBold ? '/RecognisedBold' : '/Recognised');
    return {
      name,
      font: text.size === 0 ? undefined : addGlyphlessFont(document, { isBold, text: [...text].join(''), file }),
    };
  });
  const resources: PdfDictionary = {};
  for (const { name, font } of weights) if (font !== undefined) resources[name] = font;
  return { resources, names: { regular: weights[0]?.name ?? '/F', bold: weights[1]?.name ?? '/F' } };
}

const num = (value: number) => String(Math.round(value * 100) / 100);
/** Directions need more digits than places. */
const fine = (value: number) => String(Math.round(value * 10_000) / 10_000);

function contentOf(
  { lines, matrix }: Layer,
  names: { regular: string; bold: string },
  addParagraph: (() => number) | undefined,
): string {
  const parts = [`q ${cm(matrix)}`];
  let isOpen = false;
  for (const line of lines) {
    if (line.startsParagraph || !isOpen) {
      const tag = addParagraph === undefined ? '/Span BMC' : `/P << /MCID ${addParagraph()} >> BDC`;
      parts.push(`${isOpen ? 'ET EMC\n' : ''}${tag} BT 3 Tr`);
      isOpen = true;
    }
    parts.push(`${line.isBold ? names.bold : names.regular} ${num(line.size)} Tf`);
    const [c, s] = [Math.cos(line.angle), Math.sin(line.angle)];
    for (const word of line.words) {
      const stretch = (word.width / (word.text.length * glyphWidth * line.size)) * 100;
      const hex = Buffer.from(word.text, 'utf16le').swap16().toString('hex');
      parts.push(
        `${num(stretch)} Tz ${[c, s, s, -c].map(fine).join(' ')} ${num(word.x)} ${num(word.y)} Tm <${hex}> Tj`,
      );
    }
  }
  return `${parts.join('\n')}\nET EMC Q`;
}

/** Turns a page, and straightens its content about its middle. */
function turn(document: PdfDocument, page: PdfPage, degrees: number, straighten: number): void {
  const { box, rotation } = visibleBox(document, page);
  let now = document.dictionary(page.reference);
  if (straighten !== 0) {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const contents = document.array(now['/Contents']);
    // The first stream saves the graphics state, and the last one has the text, which is straight.
    const [first, ...rest] = contents;
    const turning = document.addStream({}, `\n${cm(turned(-straighten, x, y))}\n`);
    now = { ...now, '/Contents': [first ?? null, turning, ...rest] };
  }
  if (degrees !== 0) now = { ...now, '/Rotate': (rotation + degrees) % 360 };
  document.set(page.reference, now);
}
