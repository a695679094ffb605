// The images of a page, and parts of it painted as a picture.
import type { DocumentHandle, PageHandle, PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { bitmapFormats, samplesOf } from '#conversion/pdfium/bitmap.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { type Matrix, multiplied, transformed } from '#conversion/pdfium/matrix.ts';
import { type PaintedPlace, paintFields } from '#conversion/pdfium/fields.ts';
import { image, objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import type { Box } from '../box.ts';
import type { PageContent, Picture, PictureFile } from '../page-content.ts';
import { farAway, visitObjects } from './page-object-tree.ts';
import { boxOfPoints, sizeOf, toViewport, type Viewport } from './viewport.ts';

/** Points: smaller ones are spacers and tracking pixels. */
const minSide = 1;
/** Of parts of a turned page that are painted as they are seen. */
const turnedDpi = 150;
/** Of a painted part: 100 MB as RGBA. */
const maxPixels = 25_000_000;
/** The maximum of a side, by C's int. */
const maxDots = 2 ** 31 - 1;
/** FPDF_REVERSE_BYTE_ORDER: samples as RGB. */
export const asRgb = 0x10;

const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Where the picture came from: it is taken from the open page when it is wanted. */
export interface OpenPage {
  document: DocumentHandle;
  handle: PageHandle;
  viewport: Viewport;
  render: PageContent['render'];
}

/** The image as a picture; null of one that is too small to be seen. */
export function pictureOf(
  object: PageObjectHandle,
  outer: Matrix,
  { document, handle, viewport, render }: OpenPage,
  inArtifact: boolean,
): Picture | null {
  const matrix = multiplied(pageObjects.matrix(object), outer);
  const box = boxOfPoints(corners.map(([x, y]) => toViewport(viewport, ...transformed(matrix, x, y))));
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  // A matrix of a hostile document may leave the numbers behind.
  if (!Number.isFinite(across) || !Number.isFinite(down) || across < minSide || down < minSide) return null;
  const [width, height] = image.pixels(object);
  const isUpright =
    viewport.rotation === 0 && matrix[0] > 0 && matrix[3] > 0 && Math.abs(matrix[1]) + Math.abs(matrix[2]) < 0.01;
  return {
    ...box,
    mcid: pageObjects.mcid(object),
    isArtifact: inArtifact || pageObjects.isArtifact(object),
    width,
    height,
    data: async () =>
      viewport.rotation === 0 && viewport.isMirrored !== true
        ? pictureFile(document, handle, object, isUpright)
        : render(box, turnedDpi),
  };
}

/** Loaded with the first picture: many documents have no pictures. */
async function painter() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The JPEG itself if nothing masks or rotates it, else the image as PDFium renders it; null if it cannot. */
async function pictureFile(
  document: DocumentHandle,
  page: PageHandle,
  object: PageObjectHandle,
  isUpright: boolean,
): Promise<PictureFile | null> {
  const bitmap = image.rendered(document, page, object);
  if (bitmap === null) return null;
  const samples = samplesOf(bitmap);
  pdfium.destroyBitmap(bitmap);
  if (samples === null) return null;
  const { width, height, rgba } = samples;
  const opaque = isOpaque(rgba);
  const jpeg = opaque && isUpright ? jpegOf(object) : null;
  if (jpeg !== null) return { data: jpeg, extension: 'jpeg' };
  const painted = (await painter())(rgba, { raw: { width, height, channels: 4 } });
  const png = await (opaque ? painted.removeAlpha() : painted).png({ compressionLevel: 6 }).toBuffer();
  return { data: png, extension: 'png' };
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** A start of frame with its number of components at 9 (ITU-T T.81, B.2.2). */
const startOfFrame = /\xff[\xc0-\xc2]/;

function jpegOf(object: PageObjectHandle): Buffer | null {
  if (image.onlyFilter(object) !== 'DCTDecode') return null;
  const data = image.raw(object);
  const at = startOfFrame.exec(data.toString('latin1', 0, 1 << 16))?.index;
  // CMYK means something else outside of a PDF.
  return at !== undefined && (data[at + 9] ?? 0) <= 3 ? data : null;
}

/** Paints a part of a page as PNG, with fewer dots where it would have too many pixels; null where it has too many even so. */
export async function renderPart(
  { document, index, viewport }: { document: DocumentHandle; index: number; viewport: Viewport },
  box: Box,
  { dpi, isBare }: { dpi: number; isBare: boolean },
): Promise<PictureFile | null> {
  const handle = pdfium.loadPage(document, index);
  if (handle === null) return null;
  if (isBare) removeTaggedText(handle);
  const painted = paint(handle, { box, dpi, viewport, flags: asRgb });
  pdfium.closePage(handle);
  return painted === null ? null : pngOf(painted);
}

/** Tagged text is in the document. */
function removeTaggedText(handle: PageHandle): void {
  visitObjects(handle, (object, _outer, inArtifact) => {
    const isText = pageObjects.type(object) === objectTypes.text;
    if (isText && !inArtifact && pageObjects.mcid(object) >= 0 && !pageObjects.isArtifact(object))
      pageObjects.move(object, farAway, 0);
  });
}

/** Dots as RGB, on white. */
export interface Painted {
  dots: Buffer;
  width: number;
  height: number;
}

/** Paints a part of an open page, with the fields of a document's forms if it is given; null where it has too many dots. */
export function paint(
  handle: PageHandle,
  {
    box,
    dpi,
    viewport,
    flags,
    fieldsOf,
  }: { box: Box; dpi: number; viewport: Viewport; flags: number; fieldsOf?: DocumentHandle },
): Painted | null {
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(dpi / 72, Math.sqrt(maxPixels / Math.max(1, across * down)));
  const dots = (length: number) => Math.min(maxDots, Math.max(-maxDots, Math.round(length * scale)));
  const [width, height] = [Math.max(1, dots(across)), Math.max(1, dots(down))];
  // Of a strip that is endless on a page of a hostile document.
  if (!(width * height <= maxPixels * 2)) return null;
  const samples = Buffer.alloc(width * height * 3, 0xff);
  const bitmap = pdfium.createBitmap(width, height, bitmapFormats.bgr, samples, width * 3);
  if (bitmap === null) return null;
  const { isMirrored = false, quarters = 0 } = viewport;
  const page = sizeOf(viewport);
  const left = isMirrored ? page.width - box.right : box.left;
  const place: PaintedPlace = [-dots(left), -dots(box.top), dots(page.width), dots(page.height), quarters, flags];
  pdfium.render(bitmap, handle, ...place);
  if (fieldsOf !== undefined) paintFields(fieldsOf, bitmap, handle, place);
  pdfium.destroyBitmap(bitmap);
  if (isMirrored) mirror(samples, width);
  return { dots: samples, width, height };
}

/** Left for right. */
function mirror(dots: Buffer, width: number): void {
  for (let row = 0; row < dots.length; row += width * 3) {
    const line = Buffer.from(dots.subarray(row, row + width * 3));
    for (let n = 0; n < width; n++) line.copy(dots, row + n * 3, (width - 1 - n) * 3, (width - n) * 3);
  }
}

/** A PNG with white made transparent. */
export async function transparentPngOf({ dots, width, height }: Painted): Promise<PictureFile> {
  const rgba = Buffer.alloc(width * height * 4, 0xff);
  for (let from = 0, to = 0; from < dots.length; from += 3, to += 4) {
    const isWhite = dots[from] === 0xff && dots[from + 1] === 0xff && dots[from + 2] === 0xff;
    if (isWhite) rgba[to + 3] = 0;
    else dots.copy(rgba, to, from, from + 3);
  }
  const painted = (await painter())(rgba, { raw: { width, height, channels: 4 } });
  return { data: await painted.png({ compressionLevel: 6 }).toBuffer(), extension: 'png' };
}

export async function pngOf({ dots, width, height }: Painted): Promise<PictureFile> {
  const painted = (await painter())(dots, { raw: { width, height, channels: 3 } });
  return { data: await painted.png({ compressionLevel: 6 }).toBuffer(), extension: 'png' };
}

export async function jpegOfDots({ dots, width, height }: Painted): Promise<PictureFile> {
  const painted = (await painter())(dots, { raw: { width, height, channels: 3 } });
  return { data: await painted.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer(), extension: 'jpeg' };
}
