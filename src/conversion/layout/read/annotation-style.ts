// How the text of an annotation is painted.
import { annotations } from '#conversion/pdfium/annotations.ts';
import type { DocumentHandle } from '#conversion/pdfium/handles.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';
import { font as fonts, textObject } from '#conversion/pdfium/text-page.ts';
import type { TextStyle } from '../page-content.ts';
import { familyOf } from './font-names.ts';

/** Objects that are looked at: the first text tells. */
const maxObjects = 100;

/** The style of its first text; empty of one that nothing is painted with. */
export function annotationStyle(document: DocumentHandle, page: number, index: number): Partial<TextStyle> {
  const handle = pdfium.loadPage(document, page);
  const annotation = handle === null ? null : annotations.at(handle, index);
  let style: Partial<TextStyle> = {};
  if (annotation !== null) {
    const count = Math.min(maxObjects, annotations.countObjects(annotation));
    for (let n = 0; n < count; n++) {
      const object = annotations.object(annotation, n);
      if (object === null || pageObjects.type(object) !== objectTypes.text) continue;
      const font = textObject.font(object);
      const [, , c, d] = pageObjects.matrix(object);
      const size = Math.round(textObject.fontSize(object) * Math.hypot(c, d) * 2) / 2;
      style = {
        color: pageObjects.fillColor(object),
        ...(size >= 2 && size <= 200 ? { size } : {}),
        ...(font === null ? {} : familyOf(fonts.baseName(font))),
      };
      break;
    }
    annotations.close(annotation);
  }
  if (handle !== null) pdfium.closePage(handle);
  return style;
}
