// Page numbers at the bottom or the top of the visible page.
import { numberText, pageNumber, placeNumber, type NumberPosition, type NumberText } from '#core/page-marks.ts';
import { importValue } from './import.ts';
import { contentOf, freeName, overlayPages } from './overlay.ts';
import type { Balances } from './content-state.ts';
import { PdfDocument, type PdfGraph, type PdfPatch, type PdfValue } from './graph.ts';
import type { TextLine } from './watermark.ts';
import { pagesOf } from './pages.ts';

/**
 * Which rows of a page have ink, from the edge with the number inwards, in points; by third of the page: left, centre, right as
 * seen with that edge at the bottom.
 */
export type Band = readonly [boolean[], boolean[], boolean[]];

const { size: usualSize, baseline: typicalBaseline } = pageNumber;
/** Distances from the edge that are tried, nearest to the usual one first. */
const distances = [typicalBaseline, 24, 32, 20, 36, 16, 14, 40, 44, 48, 52, 56, 60];
const clearance = 3;

export interface Numbers extends NumberText {
  position: NumberPosition;
  /** Font size in points. */
  size: number;
}

export const usualNumbers: Omit<Numbers, 'position' | 'isFull'> = {
  first: 1,
  fromPage: 1,
  style: 'arabic',
  size: usualSize,
};

/** The patch that numbers the pages. The one font of `digits` has the characters of the numbers and the slash. */
export function numberPages(
  graph: PdfGraph,
  digits: TextLine,
  balances: Balances,
  bands: readonly (Band | undefined)[],
  numbers: Numbers,
): PdfPatch {
  const document = new PdfDocument(graph);
  const pages = pagesOf(document);
  const { font, widthOf } = importFont(document, digits);
  const name = freeName(document, pages, '/Font', '/PlatenNumbers');
  overlayPages(document, pages, balances, (page, index) => {
    const text = numberText(index + 1, pages.length, numbers);
    if (text === null) return { content: '', resources: {} };
    // The bands are in the page's own units: in larger ones their rows say too little.
    const distance = freeDistance(page.unit === 1 ? bands[index] : undefined, numbers);
    const { x, y, size } = placeNumber(page, widthOf(text), numbers, distance);
    return {
      content: `/Artifact << /Type /Pagination /Subtype /PageNum >> BDC\nq 0 g BT ${name} ${round(size)} Tf ${round(x)} ${round(y)} Td (${text}) Tj ET Q\nEMC`,
      resources: { '/Font': { [name]: font } },
    };
  });
  return document.patch;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The distance nearest to the usual one where the number touches nothing; the usual one where there is no room. */
function freeDistance(band: Band | undefined, { position, size }: Numbers): number {
  if (band === undefined) return typicalBaseline;
  const third = position.endsWith('left') ? 0 : position.endsWith('right') ? 2 : 1;
  const ink = band[position.startsWith('top') ? 2 - third : third] ?? [];
  const isFree = (y: number) => !ink.slice(y - clearance - 2, y + size + clearance).some(Boolean);
  return distances.find(isFree) ?? typicalBaseline;
}

/** The font as Cairo wrote it: a subset in WinAnsiEncoding, so that digits are their own codes. */
function importFont(
  document: PdfDocument,
  { graph: digits, dataOf }: TextLine,
): { font: PdfValue; widthOf: (text: string) => number } {
  const source = new PdfDocument(digits);
  const page = pagesOf(source)[0];
  if (page === undefined || contentOf(source, page).length === 0) throw new Error('the digits have no page');
  const fonts = Object.values(source.dictionary(source.dictionary(page.dictionary['/Resources'])['/Font']));
  const own = source.dictionary(fonts[0]);
  if (fonts.length !== 1 || own['/Encoding'] !== '/WinAnsiEncoding')
    throw new Error('the digits are not in one simple font');
  const first = source.number(own['/FirstChar']) ?? 0;
  const widths = source.array(own['/Widths']).map((width) => source.number(width) ?? 0);
  const font = importValue(document, digits, fonts[0] ?? null, dataOf);
  return {
    font,
    widthOf: (text) => [...text].reduce((sum, char) => sum + (widths[char.charCodeAt(0) - first] ?? 500), 0) / 1000,
  };
}
