// The functions of PDFium that tell what is on a page (fpdf_text.h, fpdf_edit.h). Numbers come back in typed arrays of the caller's.
import koffi from 'koffi';
import { define } from './library.ts';

const TextPage = koffi.pointer('FPDF_TEXTPAGE', koffi.opaque());
const Font = koffi.pointer('FPDF_FONT', koffi.opaque());
const Mark = koffi.pointer('FPDF_PAGEOBJECTMARK', koffi.opaque());
const Segment = koffi.pointer('FPDF_PATHSEGMENT', koffi.opaque());
void [TextPage, Font, Mark, Segment];

export const objectType = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

export const content = {
  loadText: define('FPDF_TEXTPAGE FPDFText_LoadPage(FPDF_PAGE page)'),
  closeText: define('void FPDFText_ClosePage(FPDF_TEXTPAGE text)'),
  countChars: define('int FPDFText_CountChars(FPDF_TEXTPAGE text)'),
  unicode: define('unsigned int FPDFText_GetUnicode(FPDF_TEXTPAGE text, int index)'),
  isGenerated: define('int FPDFText_IsGenerated(FPDF_TEXTPAGE text, int index)'),
  /** The ink's: left, right, bottom, top */
  charBox: define(
    'int FPDFText_GetCharBox(FPDF_TEXTPAGE text, int index, double *left, double *right, double *bottom, double *top)',
  ),
  /** left, top, right, bottom; of upright text */
  looseCharBox: define('int FPDFText_GetLooseCharBox(FPDF_TEXTPAGE text, int index, float *rect)'),
  charOrigin: define('int FPDFText_GetCharOrigin(FPDF_TEXTPAGE text, int index, double *x, double *y)'),
  /** a, b, c, d, e, f of the text within forms and page, without the font's size. */
  charMatrix: define('int FPDFText_GetMatrix(FPDF_TEXTPAGE text, int index, float *matrix)'),
  textObject: define('FPDF_PAGEOBJECT FPDFText_GetTextObject(FPDF_TEXTPAGE text, int index)'),
  countObjects: define('int FPDFPage_CountObjects(FPDF_PAGE page)'),
  object: define('FPDF_PAGEOBJECT FPDFPage_GetObject(FPDF_PAGE page, int index)'),
  countFormObjects: define('int FPDFFormObj_CountObjects(FPDF_PAGEOBJECT form)'),
  formObject: define('FPDF_PAGEOBJECT FPDFFormObj_GetObject(FPDF_PAGEOBJECT form, unsigned long index)'),
  type: define('int FPDFPageObj_GetType(FPDF_PAGEOBJECT object)'),
  /** a, b, c, d, e, f */
  matrix: define('int FPDFPageObj_GetMatrix(FPDF_PAGEOBJECT object, float *matrix)'),
  fillColor: define(
    'int FPDFPageObj_GetFillColor(FPDF_PAGEOBJECT object, unsigned int *r, unsigned int *g, unsigned int *b, unsigned int *a)',
  ),
  strokeColor: define(
    'int FPDFPageObj_GetStrokeColor(FPDF_PAGEOBJECT object, unsigned int *r, unsigned int *g, unsigned int *b, unsigned int *a)',
  ),
  strokeWidth: define('int FPDFPageObj_GetStrokeWidth(FPDF_PAGEOBJECT object, float *width)'),
  markedContentId: define('int FPDFPageObj_GetMarkedContentID(FPDF_PAGEOBJECT object)'),
  countMarks: define('int FPDFPageObj_CountMarks(FPDF_PAGEOBJECT object)'),
  mark: define('FPDF_PAGEOBJECTMARK FPDFPageObj_GetMark(FPDF_PAGEOBJECT object, unsigned long index)'),
  markName: define(
    'int FPDFPageObjMark_GetName(FPDF_PAGEOBJECTMARK mark, void *name, unsigned long size, unsigned long *length)',
  ),
  font: define('FPDF_FONT FPDFTextObj_GetFont(FPDF_PAGEOBJECT text)'),
  fontSize: define('int FPDFTextObj_GetFontSize(FPDF_PAGEOBJECT text, float *size)'),
  renderMode: define('int FPDFTextObj_GetTextRenderMode(FPDF_PAGEOBJECT text)'),
  fontName: define('size_t FPDFFont_GetBaseFontName(FPDF_FONT font, void *name, size_t size)'),
  fontFlags: define('int FPDFFont_GetFlags(FPDF_FONT font)'),
  fontWeight: define('int FPDFFont_GetWeight(FPDF_FONT font)'),
  fontAscent: define('int FPDFFont_GetAscent(FPDF_FONT font, float size, float *ascent)'),
  fontDescent: define('int FPDFFont_GetDescent(FPDF_FONT font, float size, float *descent)'),
  drawMode: define('int FPDFPath_GetDrawMode(FPDF_PAGEOBJECT path, int *fill, int *stroke)'),
  countSegments: define('int FPDFPath_CountSegments(FPDF_PAGEOBJECT path)'),
  segment: define('FPDF_PATHSEGMENT FPDFPath_GetPathSegment(FPDF_PAGEOBJECT path, int index)'),
  segmentPoint: define('int FPDFPathSegment_GetPoint(FPDF_PATHSEGMENT segment, float *x, float *y)'),
  segmentType: define('int FPDFPathSegment_GetType(FPDF_PATHSEGMENT segment)'),
  imageRaw: define('unsigned long FPDFImageObj_GetImageDataRaw(FPDF_PAGEOBJECT image, void *data, unsigned long size)'),
  imageFilterCount: define('int FPDFImageObj_GetImageFilterCount(FPDF_PAGEOBJECT image)'),
  imageFilter: define(
    'unsigned long FPDFImageObj_GetImageFilter(FPDF_PAGEOBJECT image, int index, void *name, unsigned long size)',
  ),
  imagePixels: define(
    'int FPDFImageObj_GetImagePixelSize(FPDF_PAGEOBJECT image, unsigned int *width, unsigned int *height)',
  ),
  renderedImage: define(
    'FPDF_BITMAP FPDFImageObj_GetRenderedBitmap(FPDF_DOCUMENT document, FPDF_PAGE page, FPDF_PAGEOBJECT image)',
  ),
} as const;
