// The marks and comments of people on a page (ISO 32000-2, 12.5.6.2 and 12.5.6.10): marks of text, notes, remarks on drawings.
import { isoDate } from '#conversion/pdf/dates.ts';
import { isReference, type PdfDictionary, type PdfDocument } from '#conversion/pdf/graph.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import type { Box } from '../box.ts';
import type { Mark, MarkLook, Remark } from '../page-content.ts';
import { colorOf } from './annotation-colors.ts';

/** Of one document: a hostile one has no end of them. */
const limits = {
  remarks: 2000,
  /** Areas of a page's marks. */
  areas: 1000,
  /** Characters. */
  text: 10_000,
  author: 200,
};

/** Whose contents are remarks; those of free text and form fields are seen on the page. */
const remarked = new Set([
  '/Text',
  '/Highlight',
  '/Underline',
  '/Squiggly',
  '/StrikeOut',
  '/Caret',
  '/Stamp',
  '/Ink',
  '/Line',
  '/Square',
  '/Circle',
  '/Polygon',
  '/PolyLine',
  '/FileAttachment',
]);

type BoxOf = (left: number, bottom: number, right: number, top: number) => Box;

/** Reads the marks of one page after the other. */
export class MarkReader {
  readonly #document: PdfDocument;
  #remarks = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** The marks among a page's annotations that are shown; `boxOf` makes a box of user space one of the page. */
  marksOf(annotations: readonly PdfDictionary[], boxOf: BoxOf): Mark[] {
    const marks: Mark[] = [];
    let areas = 0;
    for (const annotation of annotations) {
      const kind = this.#document.name(annotation['/Subtype']) ?? '';
      const look = this.#lookOf(kind, annotation);
      const remark = remarked.has(kind) ? this.#remarkOf(annotation) : undefined;
      if (look === undefined && remark === undefined) continue;
      const own = this.#areasOf(this.#placeOf(annotation), boxOf).slice(0, limits.areas - areas);
      areas += own.length;
      if (own.length > 0) marks.push({ areas: own, look, remark });
    }
    return marks;
  }

  #lookOf(kind: string, annotation: PdfDictionary): MarkLook | undefined {
    const color = colorOf(this.#document, annotation['/C']);
    if (kind === '/StrikeOut') return 'strike';
    if (kind === '/Underline') return { underline: { color: color ?? '000000', isWave: false } };
    if (kind === '/Squiggly') return { underline: { color: color ?? '000000', isWave: true } };
    if (kind !== '/Highlight') return undefined;
    const opacity = this.#document.number(annotation['/CA']) ?? 1;
    return { highlight: onWhite(color ?? 'ffff00', Math.min(1, Math.max(0, opacity))) };
  }

  #remarkOf(annotation: PdfDictionary): Remark | undefined {
    const document = this.#document;
    // A review's state ("Accepted") is nothing that somebody has written.
    if (annotation['/StateModel'] !== undefined || this.#remarks >= limits.remarks) return undefined;
    const read = (key: '/Contents' | '/T' | '/M' | '/CreationDate', most: number) =>
      stringText(document.get(annotation[key])).slice(0, most).trim();
    const text = read('/Contents', limits.text);
    if (text === '') return undefined;
    this.#remarks += 1;
    const date = isoDate(read('/CreationDate', 40) || read('/M', 40));
    return { text, author: read('/T', limits.author), date: Number.isNaN(Date.parse(date)) ? '' : date };
  }

  /** The position of an annotation; a reply has that of the annotation that it replies to. */
  #placeOf(annotation: PdfDictionary): PdfDictionary {
    const replied = annotation['/IRT'];
    return isReference(replied) ? this.#document.dictionary(replied) : annotation;
  }

  #areasOf(annotation: PdfDictionary, boxOf: BoxOf): Box[] {
    const numbers = (key: '/QuadPoints' | '/Rect') =>
      this.#document
        .array(annotation[key])
        .slice(0, limits.areas * 8)
        .map((value) => this.#document.number(value) ?? Number.NaN);
    const quads = numbers('/QuadPoints');
    const corners = Array.from({ length: Math.floor(quads.length / 8) }, (_, n) => quads.slice(n * 8, n * 8 + 8));
    const all = corners.length > 0 ? corners : [numbers('/Rect')];
    return all
      .filter((points) => points.length >= 4 && points.every((value) => Number.isFinite(value)))
      .map((points) => {
        const [xs, ys] = [points.filter((_, n) => n % 2 === 0), points.filter((_, n) => n % 2 === 1)];
        return boxOf(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
      });
  }
}

/** A colour with an opacity, blended with white. */
function onWhite(color: string, opacity: number): string {
  const parts = color.match(/../g) ?? [];
  return parts
    .map((part) => Math.round(255 - (255 - Number.parseInt(part, 16)) * opacity))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
