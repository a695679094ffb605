// A part of a page without its text: the background of its words.
import type { DocumentHandle, PageHandle } from '#conversion/pdfium/handles.ts';
import { annotationFlags, annotations } from '#conversion/pdfium/annotations.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { multiplied } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { font as fonts, textObject } from '#conversion/pdfium/text-page.ts';
import { type Box, contains } from '../box.ts';
import type { PictureFile } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';
import { familyOf } from './font-names.ts';
import { farAway, visitObjects } from './page-object-tree.ts';
import { asRgb, jpegOfDots, paint, type Painted, transparentPngOf } from './pictures.ts';
import { runOf, toViewport, type Viewport } from './viewport.ts';

const thresholds = {
  /** Dots per inch: fine enough for lines and logos. */
  dpi: 150,
  /** Bytes of a PNG: a larger one has photographs. */
  large: 400_000,
};
/** FPDF_ANNOT: with stamps, ink and highlights. */
const withAnnotations = 0x1;

/** Objects that are never painted, and objects that are always painted. */
export interface Backdrop {
  viewport: Viewport;
  /** The annotations that are fields, by their place. */
  fields: readonly number[];
  /** The families whose letters stay. */
  families: ReadonlySet<string>;
  /** Text under the picture, as headers are: it is painted, too, where the picture hides it. */
  under: readonly Box[];
}

/**
 * Paints a part of a page without its upright text and some of its annotations, which are over the picture; white is transparent.
 * Null where it has too many dots.
 */
export async function renderBackdrop(
  document: DocumentHandle,
  index: number,
  box: Box,
  backdrop: Backdrop,
): Promise<PictureFile | null> {
  const { under } = backdrop;
  let painted = paintWithout(document, index, box, backdrop, []);
  if (painted === null) return null;
  const first = painted;
  const hidden = under.filter((line) => hasInk(first, box, line));
  if (hidden.length > 0) painted = paintWithout(document, index, box, backdrop, hidden) ?? painted;
  const png = await transparentPngOf(painted);
  if (png.data.length < thresholds.large) return png;
  if (hidden.length < under.length) painted = paintWithout(document, index, box, backdrop, under) ?? painted;
  const jpeg = await jpegOfDots(painted);
  return jpeg.data.length < png.data.length / 2 ? jpeg : png;
}

function paintWithout(
  document: DocumentHandle,
  index: number,
  box: Box,
  backdrop: Backdrop,
  shown: readonly Box[],
): Painted | null {
  const handle = pdfium.loadPage(document, index);
  if (handle === null) return null;
  removeText(handle, backdrop, shown);
  for (const field of backdrop.fields) hideField(handle, field);
  const painted = paint(handle, {
    box,
    dpi: thresholds.dpi,
    viewport: backdrop.viewport,
    flags: withAnnotations | asRgb,
    fieldsOf: document,
  });
  pdfium.closePage(handle);
  return painted;
}

/** Whether a picture has anything but white behind a line. */
function hasInk({ dots, width, height }: Painted, box: Box, line: Box): boolean {
  const [across, down] = [width / (box.right - box.left), height / (box.bottom - box.top)];
  const [left, right] = [line.left - box.left, line.right - box.left].map((x) => Math.round(x * across));
  const [top, bottom] = [line.top - box.top, line.bottom - box.top].map((y) => Math.round(y * down));
  for (let y = Math.max(0, top!); y < Math.min(height, bottom!); y++) {
    const row = dots.subarray((y * width + Math.max(0, left!)) * 3, (y * width + Math.min(width, right!)) * 3);
    if (row.some((value) => value !== 0xff)) return true;
  }
  return false;
}

/** The upright text except that of some families, and text that begins in some boxes. */
function removeText(handle: PageHandle, { viewport, families }: Backdrop, shown: readonly Box[]): void {
  visitObjects(handle, (object, outer) => {
    if (pageObjects.type(object) !== objectTypes.text) return;
    const font = textObject.font(object);
    if (families.size > 0 && font !== null && families.has(familyOf(fonts.baseName(font)).font)) return;
    const matrix = multiplied(pageObjects.matrix(object), outer);
    const [left, top] = toViewport(viewport, matrix[4], matrix[5]);
    const isShown = shown.some((box) => contains(box, { left, right: left, top, bottom: top }, tolerances.slackPoints));
    if (!isShown && runOf(viewport, matrix).angle === 0) pageObjects.move(object, farAway, 0);
  });
}

/** The value of a form field is text, too. */
function hideField(handle: PageHandle, index: number): void {
  const annotation = annotations.at(handle, index);
  if (annotation === null) return;
  annotations.setFlags(annotation, annotationFlags.hidden);
  annotations.close(annotation);
}
