// One page read with PDFium: glyphs with their styles, rules and fills, pictures, paths of drawings.
import koffi from 'koffi';
import type { DocumentHandle, PageHandle } from '#conversion/pdfium/handles.ts';
import { type Matrix, multiplied } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { type Box, bareBox } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { coverWith } from './covered.ts';
import { type Cover, coverLetters } from './covered-letters.ts';
import { glyphsOf, type Letters } from './glyphs.ts';
import { readPath } from './paths.ts';
import { renderBackdrop } from './backdrop.ts';
import { visitObjects } from './page-object-tree.ts';
import { type OpenPage, pictureOf, renderPart } from './pictures.ts';
import { readTickBoxes } from './tick-boxes.ts';
import { readUnderscores } from './underscores.ts';
import { boxInViewport, sizeOf, type Viewport } from './viewport.ts';

/** The index of a page in its document, and the facts about it there. */
export interface PagePlace {
  index: number;
  viewport: Viewport;
  letters: Letters;
}

export function readPage(document: DocumentHandle, handle: PageHandle, place: PagePlace): PageContent {
  const { index, viewport, letters } = place;
  const render = (box: Box, dpi: number, isBare = false) =>
    renderPart({ document, index, viewport }, box, { dpi, isBare });
  const page: PageContent = {
    index,
    ...sizeOf(viewport),
    letters: [],
    glyphs: [],
    art: [],
    rules: [],
    fills: [],
    pictures: [],
    drawingPaths: [],
    links: [],
    marks: [],
    freeTexts: [],
    fromUserSpace: (left, bottom, right, top) => boxInViewport(viewport, left, bottom, right, top),
    isPainted: false,
    render,
    isAnnotated: false,
    fields: [],
    renderBackdrop: (box, families, under) => {
      const fields = page.fields.map((field) => field.index);
      return renderBackdrop(document, index, box, { viewport, fields, families, under });
    },
  };
  const { orders, covers } = readObjects({ document, handle, viewport, render }, page);
  page.letters = glyphsOf(handle, viewport, { ...letters, orders });
  page.glyphs = [...page.letters];
  coverLetters(document, page, covers, place);
  readUnderscores(page);
  readTickBoxes(page);
  page.art = [...page.fills, ...page.pictures];
  return page;
}

interface Painting {
  /** Of text objects, by their address. */
  orders: Map<bigint, number>;
  covers: Cover[];
}

/** Paths and images of the page and of the forms on it. */
function readObjects(open: OpenPage, page: PageContent): Painting {
  const painting: Painting = { orders: new Map(), covers: [] };
  let order = -1;
  visitObjects(open.handle, (object, outer, inArtifact) => {
    const type = pageObjects.type(object);
    order += 1;
    if (type === objectTypes.text) painting.orders.set(koffi.address(object), order);
    else page.isPainted = true;
    const cover = (boxes: readonly Box[], isPicture: boolean) =>
      painting.covers.push(...boxes.map((box) => ({ ...bareBox(box), order, isPicture })));
    if (type === objectTypes.path) {
      const [fills, paths] = [page.fills.length, page.drawingPaths.length];
      readPath(object, page, { outer, viewport: open.viewport, inArtifact });
      const filled = page.fills.slice(fills);
      const drawn = page.drawingPaths.slice(paths).filter(({ isFilled }) => isFilled);
      if ((filled.length === 0 && drawn.length === 0) || !pageObjects.isOpaque(object)) return;
      if (filled.length > 0) coverWith(filled, page);
      cover([...filled, ...drawn], false);
    }
    const picture = type === objectTypes.image ? pictureOf(object, outer, open, inArtifact) : null;
    if (picture === null) return;
    page.pictures.push(picture);
    if (fillsBox(multiplied(pageObjects.matrix(object), outer))) cover([picture], true);
  });
  return painting;
}

/** Whether an object with such a matrix fills its box: it is upright, or rotated by quarter turns. */
const fillsBox = ([a, b, c, d]: Matrix): boolean => Math.abs(a * b) + Math.abs(c * d) < Math.abs(a * d - b * c) * askew;

/** Sine of the angle that a picture is turned by. */
const askew = 0.01;
