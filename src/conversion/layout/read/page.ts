// One page read with PDFium: glyphs with their styles, rules and fills, pictures, paths of drawings.
import type { DocumentHandle, PageHandle, PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { areaOf, type Box, contains } from '../box.ts';
import type { PageContent, Picture } from '../page-content.ts';
import { coverWith } from './covered.ts';
import { glyphsOf, type Letters } from './glyphs.ts';
import { readPath } from './paths.ts';
import { renderBackdrop } from './backdrop.ts';
import { visitObjects } from './page-object-tree.ts';
import { isOpaqueImage, type OpenPage, pictureOf, renderPart } from './pictures.ts';
import { boxInViewport, sizeOf, type Viewport } from './viewport.ts';

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
  page.art = [...page.fills, ...page.pictures];
  return page;
}

/** Share of a page: a larger picture over all of its text is a scan over what was recognised on it. */
const scan = 0.5;

/** Paths and images of the page and of the forms on it. */
function readObjects(open: OpenPage, page: PageContent): void {
  let last: { object: PageObjectHandle; picture: Picture } | undefined;
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
    if (areaOf(picture) > page.width * page.height * scan) last = { object, picture };
  });
  if (last === undefined || page.glyphs.length === 0 || !isOpaqueImage(open, last.object)) return;
  for (const glyph of page.glyphs) if (contains(last.picture, glyph)) glyph.isHidden = true;
}
