// The objects that a page is painted with: paths, images, forms (fpdf_edit.h). The buffers for results of the C functions stay in here.
import koffi from 'koffi';
import type {
  BitmapHandle,
  DocumentHandle,
  MarkHandle,
  PageHandle,
  PageObjectHandle,
  SegmentHandle,
} from './handles.ts';
import { define, pdfium, type Success } from './library.ts';
import { identity, type Matrix } from './matrix.ts';

koffi.pointer('FPDF_PAGEOBJECTMARK', koffi.opaque());
koffi.pointer('FPDF_PATHSEGMENT', koffi.opaque());

export const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;
export const segmentTypes = { line: 0, curve: 1, move: 2 } as const;

type ColorCall = (
  object: PageObjectHandle,
  red: Uint32Array,
  green: Uint32Array,
  blue: Uint32Array,
  alpha: Uint32Array,
) => Success;

const calls = {
  matrix: define<(object: PageObjectHandle, matrix: Float32Array) => Success>(
    'int FPDFPageObj_GetMatrix(FPDF_PAGEOBJECT object, float *matrix)',
  ),
  fillColor: define<ColorCall>(
    'int FPDFPageObj_GetFillColor(FPDF_PAGEOBJECT object, unsigned int *r, unsigned int *g, unsigned int *b, unsigned int *a)',
  ),
  strokeColor: define<ColorCall>(
    'int FPDFPageObj_GetStrokeColor(FPDF_PAGEOBJECT object, unsigned int *r, unsigned int *g, unsigned int *b, unsigned int *a)',
  ),
  strokeWidth: define<(object: PageObjectHandle, width: Float32Array) => Success>(
    'int FPDFPageObj_GetStrokeWidth(FPDF_PAGEOBJECT object, float *width)',
  ),
  transform: define<
    (object: PageObjectHandle, a: number, b: number, c: number, d: number, e: number, f: number) => void
  >('void FPDFPageObj_Transform(FPDF_PAGEOBJECT object, double a, double b, double c, double d, double e, double f)'),
  countMarks: define<(object: PageObjectHandle) => number>('int FPDFPageObj_CountMarks(FPDF_PAGEOBJECT object)'),
  mark: define<(object: PageObjectHandle, index: number) => MarkHandle | null>(
    'FPDF_PAGEOBJECTMARK FPDFPageObj_GetMark(FPDF_PAGEOBJECT object, unsigned long index)',
  ),
  markName: define<(mark: MarkHandle, name: Buffer, size: number, length: Uint32Array) => Success>(
    'int FPDFPageObjMark_GetName(FPDF_PAGEOBJECTMARK mark, void *name, unsigned long size, unsigned long *length)',
  ),
  markText: define<(mark: MarkHandle, key: string, text: Buffer, size: number, length: Uint32Array) => Success>(
    'int FPDFPageObjMark_GetParamStringValue(FPDF_PAGEOBJECTMARK mark, const char *key, void *text, unsigned long size, unsigned long *length)',
  ),
  drawMode: define<(path: PageObjectHandle, fill: Int32Array, stroke: Int32Array) => Success>(
    'int FPDFPath_GetDrawMode(FPDF_PAGEOBJECT path, int *fill, int *stroke)',
  ),
  segmentPoint: define<(segment: SegmentHandle, x: Float32Array, y: Float32Array) => Success>(
    'int FPDFPathSegment_GetPoint(FPDF_PATHSEGMENT segment, float *x, float *y)',
  ),
  imageRaw: define<(image: PageObjectHandle, data: Buffer | null, size: number) => number | bigint>(
    'unsigned long FPDFImageObj_GetImageDataRaw(FPDF_PAGEOBJECT image, void *data, unsigned long size)',
  ),
  imageFilterCount: define<(image: PageObjectHandle) => number>(
    'int FPDFImageObj_GetImageFilterCount(FPDF_PAGEOBJECT image)',
  ),
  imageFilter: define<(image: PageObjectHandle, index: number, name: Buffer, size: number) => number | bigint>(
    'unsigned long FPDFImageObj_GetImageFilter(FPDF_PAGEOBJECT image, int index, void *name, unsigned long size)',
  ),
  imagePixels: define<(image: PageObjectHandle, width: Uint32Array, height: Uint32Array) => Success>(
    'int FPDFImageObj_GetImagePixelSize(FPDF_PAGEOBJECT image, unsigned int *width, unsigned int *height)',
  ),
};

const matrix = new Float32Array(6);
const [red, green, blue, alpha] = [new Uint32Array(1), new Uint32Array(1), new Uint32Array(1), new Uint32Array(1)];
const width = new Float32Array(1);
const name = Buffer.alloc(1024);
/** An "unsigned long" has eight bytes on 64-bit Linux. */
const nameLength = new Uint32Array(2);
const [fillMode, isStroked] = [new Int32Array(1), new Int32Array(1)];
const [x, y] = [new Float32Array(1), new Float32Array(1)];
const [pixelWidth, pixelHeight] = [new Uint32Array(1), new Uint32Array(1)];

/** RRGGBB as it looks on white paper; black without a colour. */
function colorOf(call: ColorCall, object: PageObjectHandle): string {
  if (call(object, red, green, blue, alpha) === 0) return '000000';
  const share = Math.min(255, alpha[0] ?? 255) / 255;
  return [red, green, blue]
    .map(([value = 0]) => {
      const seen = Math.round((value & 0xff) * share + 255 * (1 - share));
      return seen.toString(16).padStart(2, '0');
    })
    .join('');
}

/** PDFium passes on the bytes of a text in UTF-16 as characters. */
const decoded = (text: string): string =>
  text.length % 2 === 0 && /[\0-\x08]/.test(text) && /^[\0-\xff]*$/.test(text)
    ? Buffer.from(text, 'latin1').swap16().toString('utf16le')
    : text;

export const pageObjects = {
  count: define<(page: PageHandle) => number>('int FPDFPage_CountObjects(FPDF_PAGE page)'),
  at: pdfium.pageObject,
  countInForm: define<(form: PageObjectHandle) => number>('int FPDFFormObj_CountObjects(FPDF_PAGEOBJECT form)'),
  atInForm: define<(form: PageObjectHandle, index: number) => PageObjectHandle | null>(
    'FPDF_PAGEOBJECT FPDFFormObj_GetObject(FPDF_PAGEOBJECT form, unsigned long index)',
  ),
  /** One of `objectTypes`. */
  type: define<(object: PageObjectHandle) => number>('int FPDFPageObj_GetType(FPDF_PAGEOBJECT object)'),
  /** -1 without one. */
  mcid: define<(object: PageObjectHandle) => number>('int FPDFPageObj_GetMarkedContentID(FPDF_PAGEOBJECT object)'),

  matrix: (object: PageObjectHandle): Matrix =>
    calls.matrix(object, matrix) === 0 ? identity : ([...matrix] as unknown as Matrix),
  fillColor: (object: PageObjectHandle): string => colorOf(calls.fillColor, object),
  strokeColor: (object: PageObjectHandle): string => colorOf(calls.strokeColor, object),
  strokeWidth: (object: PageObjectHandle): number => (calls.strokeWidth(object, width) === 0 ? 1 : (width[0] ?? 1)),

  /** Whether nothing is seen through its inside. */
  isOpaque: (object: PageObjectHandle): boolean =>
    calls.fillColor(object, red, green, blue, alpha) !== 0 && alpha[0] === 255,

  /** Moves the object in the open page, which is painted so; the file stays as it is. */
  move: (object: PageObjectHandle, across: number, up: number): void => calls.transform(object, 1, 0, 0, 1, across, up),

  /** Whether it is within marked content of the type Artifact (ISO 32000-2, 14.8.2.2). */
  isArtifact(object: PageObjectHandle): boolean {
    const count = calls.countMarks(object);
    for (let n = 0; n < count; n++) {
      const mark = calls.mark(object, n);
      if (mark === null || calls.markName(mark, name, name.length, nameLength) === 0) continue;
      if (name.toString('utf16le', 0, Math.max(0, (nameLength[0] ?? 2) - 2)) === 'Artifact') return true;
    }
    return false;
  },

  /** The text of all objects of its innermost marked content with such an entry (ActualText, ISO 32000-2, 14.9.4), up to 500
   * characters, and a number that those objects share. */
  actualText(object: PageObjectHandle): { text: string; owner: bigint } | undefined {
    for (let n = calls.countMarks(object) - 1; n >= 0; n--) {
      const mark = calls.mark(object, n);
      if (mark === null || calls.markText(mark, 'ActualText', name, name.length, nameLength) === 0) continue;
      const length = nameLength[0] ?? 0;
      if (length > 2 && length <= name.length)
        return { text: decoded(name.toString('utf16le', 0, length - 2)), owner: koffi.address(mark) };
    }
    return undefined;
  },
};

export const path = {
  countSegments: define<(path: PageObjectHandle) => number>('int FPDFPath_CountSegments(FPDF_PAGEOBJECT path)'),
  segment: define<(path: PageObjectHandle, index: number) => SegmentHandle | null>(
    'FPDF_PATHSEGMENT FPDFPath_GetPathSegment(FPDF_PAGEOBJECT path, int index)',
  ),
  /** One of `segmentTypes`. */
  segmentType: define<(segment: SegmentHandle) => number>('int FPDFPathSegment_GetType(FPDF_PATHSEGMENT segment)'),

  point: (segment: SegmentHandle): [x: number, y: number] =>
    calls.segmentPoint(segment, x, y) === 0 ? [0, 0] : [x[0] ?? 0, y[0] ?? 0],
  painting(object: PageObjectHandle): { isFilled: boolean; isStroked: boolean } {
    if (calls.drawMode(object, fillMode, isStroked) === 0) return { isFilled: false, isStroked: false };
    return { isFilled: fillMode[0] !== 0, isStroked: isStroked[0] !== 0 };
  },
};

export const image = {
  /** With its mask, as it is painted but upright. */
  rendered: define<(document: DocumentHandle, page: PageHandle, image: PageObjectHandle) => BitmapHandle | null>(
    'FPDF_BITMAP FPDFImageObj_GetRenderedBitmap(FPDF_DOCUMENT document, FPDF_PAGE page, FPDF_PAGEOBJECT image)',
  ),

  pixels: (object: PageObjectHandle): [width: number, height: number] =>
    calls.imagePixels(object, pixelWidth, pixelHeight) === 0 ? [1, 1] : [pixelWidth[0] ?? 1, pixelHeight[0] ?? 1],

  /** The name of its filter, undefined unless there is just one. */
  onlyFilter(object: PageObjectHandle): string | undefined {
    if (calls.imageFilterCount(object) !== 1) return undefined;
    const length = Number(calls.imageFilter(object, 0, name, name.length));
    return length < 1 || length > name.length ? undefined : name.toString('latin1', 0, length - 1);
  },

  /** The data of the stream as in the file. */
  raw(object: PageObjectHandle): Buffer {
    const size = Number(calls.imageRaw(object, null, 0));
    const data = Buffer.alloc(size);
    calls.imageRaw(object, data, size);
    return data;
  },
};
