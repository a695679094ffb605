// A watermark: one line of text over pages, drawn from one shared form.
import { placeWatermark, watermarkLook, type WatermarkPlace } from '#core/page-marks.ts';
import { importValue, type StreamData } from './import.ts';
import { cm, contentOf, freeName, overlayPages, type Matrix, type VisiblePage } from './overlay.ts';
import { PdfDocument, type PdfDictionary, type PdfGraph, type PdfPatch } from './graph.ts';
import type { Balances } from './content-state.ts';
import { pagesOf } from './pages.ts';

/** The white edge around the letters, which makes them visible on dark and grey grounds, as a share of the line's height. */
const edge = 0.0225;

/** The font size of the line (engines/text-lines.ts). */
const lineSize = 48;

/** A one-page document with a line of text. */
export interface TextLine {
  graph: PdfGraph;
  dataOf: StreamData;
}

export interface Look extends WatermarkPlace {
  opacity: number;
  /** The numbers of the marked pages, from 1; null for all. */
  pages: ReadonlySet<number> | null;
}

const defaultLook: Look = { position: 'center', opacity: watermarkLook.opacity, pages: null };

/**
 * The patch that puts the text of `mark` on pages. `outlines` are the paths of its letters (glyph-outlines.ts),
 * `balances` those of the pages' streams.
 */
export function watermark(
  graph: PdfGraph,
  mark: TextLine,
  outlines: string,
  balances: Balances,
  look: Look = defaultLook,
): PdfPatch {
  const document = new PdfDocument(graph);
  const { form, width, height } = importForm(document, mark);
  const letters = lettersWithEdge(document, form, [width, height], outlines);
  const state = document.add({ '/Type': '/ExtGState', '/ca': look.opacity, '/CA': look.opacity });
  // The state belongs to a form of its own, so that pages need one new resource only.
  const outer = document.addStream(
    {
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': [0, 0, width, height],
      '/Resources': { '/ExtGState': { '/G': state }, '/XObject': { '/M': letters } },
    },
    '/G gs /M Do',
  );
  const pages = pagesOf(document);
  const name = freeName(document, pages, '/XObject', '/PlatenWatermark');
  overlayPages(document, pages, balances, (page, index) =>
    look.pages?.has(index + 1) === false
      ? { content: '', resources: {} }
      : {
          content: `/Artifact << /Type /Pagination /Subtype /Watermark >> BDC\nq ${cm(placed(page, { width, height }, look))} ${name} Do Q\nEMC`,
          resources: { '/XObject': { [name]: outer } },
        },
  );
  return document.patch;
}

/** From the text's box to the page. */
function placed(
  page: VisiblePage,
  { width, height }: { width: number; height: number },
  place: WatermarkPlace,
): Matrix {
  const { angle, scale, x, y } = placeWatermark(page, { width, height, size: lineSize }, place);
  const [a, b] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return [a, b, -b, a, x - (a * width - b * height) / 2, y - (b * width + a * height) / 2];
}

/**
 * The letters over their outlines in white. It is a transparency group, so that the opacity is that of the whole, and of
 * the outlines only the outer half is visible. Text drawn twice would be read twice.
 */
function lettersWithEdge(
  document: PdfDocument,
  form: string,
  [width, height]: readonly [number, number],
  outlines: string,
): string {
  return document.addStream(
    {
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': [0, 0, width, height],
      '/Group': { '/S': '/Transparency' },
      '/Resources': { '/XObject': { '/L': form } },
    },
    `q ${cm([1, 0, 0, -1, 0, height])} 1 G ${(2 * edge * height).toFixed(2)} w 1 j\n${outlines}\nQ /L Do`,
  );
}

/** The mark's page as a form. */
function importForm(
  document: PdfDocument,
  { graph: mark, dataOf }: TextLine,
): { form: string; width: number; height: number } {
  const source = new PdfDocument(mark);
  const page = pagesOf(source)[0];
  if (page === undefined) throw new Error('the mark has no page');
  const [content] = contentOf(source, page);
  const [, , width = 0, height = 0] = source.array(page.dictionary['/MediaBox']).map((item) => source.number(item));
  const stream = mark.object(`obj:${content}`);
  if (content === undefined || stream === undefined || !('stream' in stream))
    throw new Error('the mark has no content');
  const { '/Length': _length, ...encoding } = stream.stream.dict;
  const dictionary: PdfDictionary = {
    ...encoding,
    '/Type': '/XObject',
    '/Subtype': '/Form',
    '/BBox': [0, 0, width, height],
    '/Resources': importValue(document, mark, page.dictionary['/Resources'] ?? {}, dataOf),
  };
  const form = document.reserve();
  document.setStream(form, dictionary, dataOf(content));
  if (width === 0 || height === 0) throw new Error('the mark has no size');
  return { form, width, height };
}
