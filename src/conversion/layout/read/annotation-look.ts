// How an annotation is painted.
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import { annotations } from '#conversion/pdfium/annotations.ts';
import type { PageHandle } from '#conversion/pdfium/handles.ts';
import { identity, type Matrix } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects, path } from '#conversion/pdfium/page-objects.ts';
import { font as fonts, textObject } from '#conversion/pdfium/text-page.ts';
import type { TextStyle } from '../page-content.ts';
import { familyOf } from './font-names.ts';

/** The number of objects searched for the first text. */
const maxObjects = 100;

/** Whether text of this size, in points, is legible. */
export const isTextSize = (size: number): boolean => size >= 2 && size <= 200;

export interface AnnotationLook {
  /** That of its first text; empty of one without text. */
  style: Partial<TextStyle>;
  /** Degrees anticlockwise that its first text is turned by within it. */
  angle: number;
  /** RRGGBB of the last fill, as marks in boxes are: the topmost colour. */
  fill?: string;
}

/** Of one that nothing is known of. */
export const noLook: AnnotationLook = { style: {}, angle: 0 };

/** The matrix of an annotation's appearance in its state. */
export function matrixOf(annotation: PdfDictionary, document: PdfDocument): Matrix {
  const normal = document.dictionary(document.dictionary(annotation['/AP'])['/N']);
  const state = normal[(document.name(annotation['/AS']) ?? '/Off') as `/${string}`];
  const entries = document.array((state === undefined ? normal : document.dictionary(state))['/Matrix']);
  return identity.map((own, n) => document.number(entries[n]) ?? own) as unknown as Matrix;
}

/** How an annotation of an open page is painted, by its place among those of the page. Only for
 * those without a matrix, which PDFium forgets. */
export function annotationLook(page: PageHandle, index: number): AnnotationLook {
  const annotation = annotations.at(page, index);
  if (annotation === null) return noLook;
  const look = { ...noLook };
  const count = Math.min(maxObjects, annotations.countObjects(annotation));
  for (let n = 0; n < count; n++) {
    const object = annotations.object(annotation, n);
    const type = object === null ? undefined : pageObjects.type(object);
    if (object === null || (type === objectTypes.path && !path.painting(object).isFilled)) continue;
    if (type === objectTypes.path) look.fill = pageObjects.fillColor(object);
    if (type !== objectTypes.text) continue;
    const font = textObject.font(object);
    const [a, b, c, d] = pageObjects.matrix(object);
    const { font: family, bold, italic } = familyOf(font === null ? '' : fonts.baseName(font));
    const size = Math.round(textObject.fontSize(object) * Math.hypot(c, d) * 2) / 2;
    look.angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    look.style = {
      color: pageObjects.fillColor(object),
      ...(isTextSize(size) ? { size } : {}),
      ...(font === null ? {} : { font: family, bold, italic }),
    };
    break;
  }
  annotations.close(annotation);
  return look;
}
