// One page read with PDFium: glyphs with their styles, rules and fills, pictures, paths of drawings.
import type { DocumentHandle, PageHandle, PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { identity, type Matrix, multiplied } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import type { Box } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { glyphsOf } from './glyphs.ts';
import { readPath } from './paths.ts';
import { type OpenPage, pictureOf, renderPart } from './pictures.ts';
import type { UnmappedLetters } from './unmapped-letters.ts';
import { boxInViewport, sizeOf, type Viewport } from './viewport.ts';

/** More objects are a map or a drawing; the first ones have to do. */
const maxObjects = 60_000;
/** Of forms within forms. */
const maxDepth = 8;

/** The place of a page in its document, and what is known of it there. */
export interface PagePlace {
  index: number;
  viewport: Viewport;
  unmapped: UnmappedLetters;
}

export function readPage(document: DocumentHandle, handle: PageHandle, place: PagePlace): PageContent {
  const { index, viewport, unmapped } = place;
  const size = sizeOf(viewport);
  const render = (box: Box, dpi: number) => renderPart({ document, index, size }, box, dpi);
  const page: PageContent = {
    index,
    ...size,
    glyphs: glyphsOf(handle, viewport, unmapped),
    rules: [],
    fills: [],
    pictures: [],
    drawingPaths: [],
    links: [],
    fromUserSpace: (left, bottom, right, top) => boxInViewport(viewport, left, bottom, right, top),
    render,
  };
  readObjects({ document, handle, viewport, render }, page);
  return page;
}

/** Paths and images of the page and of the forms on it. */
function readObjects(open: OpenPage, page: PageContent): void {
  visitObjects(open.handle, (object, outer, inArtifact) => {
    const type = pageObjects.type(object);
    if (type === objectTypes.path) readPath(object, page, { outer, viewport: open.viewport, inArtifact });
    const picture = type === objectTypes.image ? pictureOf(object, outer, open, inArtifact) : null;
    if (picture !== null) page.pictures.push(picture);
  });
}

/** What a page is painted with, and what the forms on it are. */
function visitObjects(
  page: PageHandle,
  onObject: (object: PageObjectHandle, outer: Matrix, inArtifact: boolean) => void,
): void {
  let seen = 0;
  const visit = (object: PageObjectHandle | null, outer: Matrix, depth: number, inArtifact: boolean): void => {
    if (object === null || ++seen > maxObjects) return;
    if (pageObjects.type(object) !== objectTypes.form || depth >= maxDepth) {
      onObject(object, outer, inArtifact);
      return;
    }
    const inner = multiplied(pageObjects.matrix(object), outer);
    const isArtifact = inArtifact || pageObjects.isArtifact(object);
    const count = pageObjects.countInForm(object);
    for (let n = 0; n < count; n++) visit(pageObjects.atInForm(object, n), inner, depth + 1, isArtifact);
  };
  const count = pageObjects.count(page);
  for (let n = 0; n < count; n++) visit(pageObjects.at(page, n), identity, 0, false);
}
