// One page read with PDFium: glyphs with their styles, rules and fills, pictures, paths of drawings.
import type { DocumentHandle, PageHandle, PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { type Matrix, multiplied, transformed } from '#conversion/pdfium/matrix.ts';
import { clipsOf, objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { areaOf, type Box, contains, intersection } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';
import { coverWith } from './covered.ts';
import { glyphsOf, type Letters } from './glyphs.ts';
import { readPath } from './paths.ts';
import { renderBackdrop } from './backdrop.ts';
import { visitObjects } from './page-object-tree.ts';
import { isOpaqueImage, type OpenPage, pictureOf, renderPart } from './pictures.ts';
import { readTickBoxes } from './tick-boxes.ts';
import { readUnderscores } from './underscores.ts';
import { boxInViewport, boxOfPoints, sizeOf, toViewport, type Viewport } from './viewport.ts';

/** The place of a page in its document, and what is known of it there. */
export interface PagePlace {
  index: number;
  viewport: Viewport;
  letters: Letters;
}

export function readPage(document: DocumentHandle, handle: PageHandle, place: PagePlace): PageContent {
  const { index, viewport, letters } = place;
  const render = (box: Box, dpi: number, isBare = false) =>
    renderPart({ document, index, viewport }, box, { dpi, isBare });
  const glyphs = glyphsOf(handle, viewport, letters);
  const page: PageContent = {
    index,
    ...sizeOf(viewport),
    letters: glyphs,
    glyphs: [...glyphs],
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
  readObjects({ document, handle, viewport, render }, page);
  readUnderscores(page);
  readTickBoxes(page);
  page.art = [...page.fills, ...page.pictures];
  return page;
}

/** Paths and images of the page and of the forms on it. */
function readObjects(open: OpenPage, page: PageContent): void {
  let last: { object: PageObjectHandle; seen: Box } | undefined;
  visitObjects(open.handle, (object, outer, inArtifact) => {
    const type = pageObjects.type(object);
    if (type === objectTypes.text) last = undefined;
    else page.isPainted = true;
    if (type === objectTypes.path) {
      const before = page.fills.length;
      readPath(object, page, { outer, viewport: open.viewport, inArtifact });
      if (page.fills.length > before && pageObjects.isOpaque(object)) coverWith(page.fills.slice(before), page);
    }
    const picture = type === objectTypes.image ? pictureOf(object, outer, open, inArtifact) : null;
    if (picture === null) return;
    page.pictures.push(picture);
    const seen = fillsBox(multiplied(pageObjects.matrix(object), outer))
      ? clipsOf(object).reduce<Box>((box, points) => intersection(box, clipBox(points, outer, open.viewport)), picture)
      : undefined;
    if (seen !== undefined && areaOf(seen) > page.width * page.height * tolerances.pagePicture) last = { object, seen };
  });
  if (last === undefined || page.glyphs.length === 0 || !isOpaqueImage(open, last.object)) return;
  for (const glyph of page.glyphs) if (contains(last.seen, glyph)) glyph.isHidden = true;
}

/** Whether what has such a matrix fills its box: it stands upright, or is turned by quarters. */
const fillsBox = ([a, b, c, d]: Matrix): boolean => Math.abs(a * b) + Math.abs(c * d) < Math.abs(a * d - b * c) * askew;

/** Sine of the angle that a picture is turned by. */
const askew = 0.01;

/** The box around a path that something is seen within; one without points clips nothing. */
const clipBox = (points: readonly [number, number][], outer: Readonly<Matrix>, viewport: Viewport): Box =>
  points.length === 0
    ? { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    : boxOfPoints(points.map(([x, y]) => toViewport(viewport, ...transformed(outer, x, y))));
