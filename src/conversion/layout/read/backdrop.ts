// A page without its text: what its words stand on, as one picture.
import type { DocumentHandle, PageHandle } from '#conversion/pdfium/handles.ts';
import { annotationFlags, annotations } from '#conversion/pdfium/annotations.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { multiplied } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { font as fonts, textObject } from '#conversion/pdfium/text-page.ts';
import { boxOfPage } from '../box.ts';
import type { PictureFile } from '../page-content.ts';
import { familyOf } from './font-names.ts';
import { farAway, visitObjects } from './page-object-tree.ts';
import { jpegOfDots, paint, pngOf } from './pictures.ts';
import { sizeOf, type Viewport } from './viewport.ts';

const thresholds = {
  /** Dots per inch: fine enough for lines and logos. */
  dpi: 150,
  /** Bytes of a PNG: a larger one has photographs. */
  large: 400_000,
};
/** FPDF_ANNOT and FPDF_PRINTING: with stamps, ink and highlights, as on paper. */
const withAnnotations = 0x11;

interface Kept {
  viewport: Viewport;
  /** The annotations that are fields, by their place. */
  fields: readonly number[];
  /** The families whose letters stay. */
  families: ReadonlySet<string>;
}

/** Paints a page without its upright text and some of its annotations, which stand over the picture; null where that has too many dots. */
export async function renderBackdrop(
  document: DocumentHandle,
  index: number,
  { viewport, fields, families }: Kept,
): Promise<PictureFile | null> {
  const handle = pdfium.loadPage(document, index);
  if (handle === null) return null;
  removeText(handle, viewport, families);
  for (const field of fields) hideField(handle, field);
  const page = sizeOf(viewport);
  const painted = paint(handle, { box: boxOfPage(page), dpi: thresholds.dpi, page, flags: withAnnotations });
  pdfium.closePage(handle);
  if (painted === null) return null;
  const png = await pngOf(painted);
  if (png.data.length < thresholds.large) return png;
  const jpeg = await jpegOfDots(painted);
  return jpeg.data.length < png.data.length / 2 ? jpeg : png;
}

function removeText(handle: PageHandle, { rotation }: Viewport, families: ReadonlySet<string>): void {
  visitObjects(handle, (object, outer) => {
    if (pageObjects.type(object) !== objectTypes.text) return;
    const font = textObject.font(object);
    if (families.size > 0 && font !== null && families.has(familyOf(fonts.baseName(font)).font)) return;
    const [a, b] = multiplied(pageObjects.matrix(object), outer);
    const turned = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    if ((turned - rotation + 720) % 360 === 0) pageObjects.move(object, farAway, 0);
  });
}

/** The value of a form field is text, too. */
function hideField(handle: PageHandle, index: number): void {
  const annotation = annotations.at(handle, index);
  if (annotation === null) return;
  annotations.setFlags(annotation, annotationFlags.hidden);
  annotations.close(annotation);
}
