// Page numbers at the bottom of the visible page.
import { pageNumber } from '#core/page-marks.ts';
import { importValue } from './import.ts';
import { contentOf, freeName, overlayPages } from './overlay.ts';
import type { Balances } from './content-state.ts';
import { PdfDocument, type PdfGraph, type PdfPatch, type PdfValue } from './graph.ts';
import type { TextLine } from './watermark.ts';
import { pagesOf } from './pages.ts';

export type Position = 'bottom-left' | 'bottom-center' | 'bottom-right';

/** Which rows of a page's bottom band have ink, from the bottom edge up, in points; by third of the page: left, centre, right. */
export type Band = readonly [boolean[], boolean[], boolean[]];

/** In points; a page in larger units has them divided. */
const { size, sideMargin, baseline: typicalBaseline } = pageNumber;
/** Baselines that are tried, nearest to the usual one first. */
const baselines = [typicalBaseline, 24, 32, 20, 36, 16, 14, 40, 44, 48, 52, 56, 60];
const clearance = 3;

/** The patch that numbers every page. The one font of `digits` has the digits and the slash. */
export function numberPages(
  graph: PdfGraph,
  digits: TextLine,
  balances: Balances,
  bands: readonly (Band | undefined)[],
  options: { position: Position; full: boolean },
): PdfPatch {
  const document = new PdfDocument(graph);
  const pages = pagesOf(document);
  const { font, widthOf } = importFont(document, digits);
  const name = freeName(document, pages, '/Font', '/PlatenNumbers');
  overlayPages(document, pages, balances, (page, index) => {
    const text = options.full ? `${index + 1} / ${pages.length}` : String(index + 1);
    const points = { width: page.width * page.unit, height: page.height * page.unit };
    const width = widthOf(text) * size;
    const scale = Math.min(1, points.width / (width + 8), points.height / 24) / page.unit;
    const margin = Math.min(sideMargin / page.unit, page.width / 8);
    const x =
      options.position === 'bottom-left'
        ? margin
        : options.position === 'bottom-right'
          ? page.width - margin - width * scale
          : (page.width - width * scale) / 2;
    // The bands are in the page's own units: in larger ones their rows say too little.
    const y = Math.min(
      baseline(page.unit === 1 ? bands[index] : undefined, options.position) / page.unit,
      page.height / 4,
    );
    return {
      content: `/Artifact << /Type /Pagination /Subtype /PageNum >> BDC\nq 0 g BT ${name} ${round(size * scale)} Tf ${round(x)} ${round(y)} Td (${text}) Tj ET Q\nEMC`,
      resources: { '/Font': { [name]: font } },
    };
  });
  return document.patch;
}

const round = (value: number) => Math.round(value * 100) / 100;
const thirds: Record<Position, 0 | 1 | 2> = { 'bottom-left': 0, 'bottom-center': 1, 'bottom-right': 2 };

/** The baseline nearest to the usual one where the number touches nothing; the usual one where there is no room. */
function baseline(band: Band | undefined, position: Position): number {
  if (band === undefined) return typicalBaseline;
  const ink = band[thirds[position]];
  const isFree = (y: number) => !ink.slice(y - clearance - 2, y + size + clearance).some(Boolean);
  return baselines.find(isFree) ?? typicalBaseline;
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
