// Draws over every page in its visible coordinates, independent of its boxes, its rotation and the graphics state of its content.
import { deflateSync } from 'node:zlib';
import { joinedBalance, type Balances } from './content-state.ts';
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';
import { userUnit, visibleBox, type Box, type PdfPage } from './pages.ts';

/** The visible page: origin at its bottom left corner as it is seen, in points. */
export interface VisiblePage {
  width: number;
  height: number;
  /** Points of one unit. */
  unit: number;
  /** Converts visible coordinates to page coordinates. */
  matrix: Matrix;
}

export type Matrix = readonly [number, number, number, number, number, number];

export function visiblePage(document: PdfDocument, page: PdfPage): VisiblePage {
  const { box, rotation } = visibleBox(document, page);
  const [x0, y0, x1, y1] = box;
  const isTurned = rotation === 90 || rotation === 270;
  return {
    width: isTurned ? y1 - y0 : x1 - x0,
    height: isTurned ? x1 - x0 : y1 - y0,
    unit: userUnit(document, page),
    matrix: matrixFor(box, rotation),
  };
}

function matrixFor([x0, y0, x1, y1]: Box, rotation: number): Matrix {
  if (rotation === 90) return [0, 1, -1, 0, x1, y0];
  if (rotation === 180) return [-1, 0, 0, -1, x1, y1];
  if (rotation === 270) return [0, -1, 1, 0, x0, y1];
  return [1, 0, 0, 1, x0, y0];
}

/** A number as content streams take it. */
const num = (value: number) => String(Math.round(value * 100_000) / 100_000);
export const cm = (matrix: Matrix): string => `${matrix.map(num).join(' ')} cm`;

/** The content streams of pages, in pieces as in the document. */
export const contentOf = (document: PdfDocument, { dictionary }: PdfPage): string[] => {
  const contents = dictionary['/Contents'];
  if (isReference(contents) && document.isStream(contents)) return [contents];
  return document.array(contents).filter((item): item is string => isReference(item) && document.isStream(item));
};

export interface Overlay {
  /** Operators in visible coordinates; nothing when the page is left alone. */
  content: string;
  /** The resources that the operators name: /XObject and /Font entries. */
  resources: { '/XObject'?: PdfDictionary; '/Font'?: PdfDictionary };
}

/** Appends the result of `draw` to every page. `balances` are those of the pages' streams. */
export function overlayPages(
  document: PdfDocument,
  pages: readonly PdfPage[],
  balances: Balances,
  draw: (page: VisiblePage, index: number) => Overlay,
): void {
  const restores = new Map<number, string>();
  const saves = new Map<number, string>();
  const shared = (cache: Map<number, string>, operator: string, count: number): string => {
    const known = cache.get(count) ?? document.addStream({}, `${`${operator} `.repeat(count)}\n`);
    cache.set(count, known);
    return known;
  };

  for (const [index, page] of pages.entries()) {
    const visible = visiblePage(document, page);
    const { content, resources } = draw(visible, index);
    if (content === '') continue;
    const before = contentOf(document, page);
    const { missing, open } = joinedBalance(before, balances);
    const drawn = addContent(document, `\nq ${cm(visible.matrix)}\n${content}\nQ\n`);
    const now = document.dictionary(page.reference);
    document.set(page.reference, {
      ...now,
      '/Contents': [shared(saves, 'q', missing + 1), ...before, shared(restores, 'Q', open + 1), drawn],
      '/Resources': merged(document, page.dictionary['/Resources'], resources),
    });
  }
}

/** Content that is short is larger when it is compressed. */
const shortContent = 1000;

const addContent = (document: PdfDocument, content: string): string =>
  content.length < shortContent
    ? document.addStream({}, content)
    : document.addStream({ '/Filter': '/FlateDecode' }, deflateSync(content, { level: 9 }));

/** A resource name that no page has yet: a document may have been marked before. */
export function freeName(
  document: PdfDocument,
  pages: readonly PdfPage[],
  kind: '/XObject' | '/Font',
  wanted: `/${string}`,
): `/${string}` {
  const taken = new Set(
    pages.flatMap((page) => Object.keys(document.dictionary(document.dictionary(page.dictionary['/Resources'])[kind]))),
  );
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
  return name;
}

function merged(document: PdfDocument, own: PdfValue | undefined, more: Overlay['resources']): PdfDictionary {
  const resources: PdfDictionary = { ...document.dictionary(own) };
  for (const kind of ['/XObject', '/Font'] as const)
    if (more[kind] !== undefined) resources[kind] = { ...document.dictionary(resources[kind]), ...more[kind] };
  return resources;
}
