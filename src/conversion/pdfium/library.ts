// The few functions of PDFium's C API that Platen calls (fpdfview.h), by koffi.
// The library is the one that LibreOffice's core package ships; it sees the system's fonts. It is not thread-safe.
import koffi from 'koffi';

const places = ['/usr/lib/libreoffice/program/libpdfiumlo.so', '/usr/lib64/libreoffice/program/libpdfiumlo.so'];

const load = () => {
  for (const place of places) {
    try {
      return koffi.load(place);
    } catch {
      // The next place.
    }
  }
  throw new Error(`PDFium is not at ${places.join(' or ')}`);
};

const library = load();
const Document = koffi.pointer('FPDF_DOCUMENT', koffi.opaque());
const Page = koffi.pointer('FPDF_PAGE', koffi.opaque());
const Bitmap = koffi.pointer('FPDF_BITMAP', koffi.opaque());
const PageObject = koffi.pointer('FPDF_PAGEOBJECT', koffi.opaque());
void [Document, Page, Bitmap, PageObject];

export const define = (declaration: string) => library.func(declaration);

export const pdfium = {
  init: define('void FPDF_InitLibrary()'),
  loadFile: define('FPDF_DOCUMENT FPDF_LoadDocument(const char *path, const char *password)'),
  /** The buffer has to stay referenced as long as the document is open. */
  loadMemory: define('FPDF_DOCUMENT FPDF_LoadMemDocument(const void *data, int size, const char *password)'),
  close: define('void FPDF_CloseDocument(FPDF_DOCUMENT document)'),
  loadPage: define('FPDF_PAGE FPDF_LoadPage(FPDF_DOCUMENT document, int index)'),
  closePage: define('void FPDF_ClosePage(FPDF_PAGE page)'),
  createBitmap: define('FPDF_BITMAP FPDFBitmap_CreateEx(int width, int height, int format, void *first, int stride)'),
  destroyBitmap: define('void FPDFBitmap_Destroy(FPDF_BITMAP bitmap)'),
  render: define(
    'void FPDF_RenderPageBitmap(FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags)',
  ),
  bitmapFormat: define('int FPDFBitmap_GetFormat(FPDF_BITMAP bitmap)'),
  bitmapWidth: define('int FPDFBitmap_GetWidth(FPDF_BITMAP bitmap)'),
  bitmapHeight: define('int FPDFBitmap_GetHeight(FPDF_BITMAP bitmap)'),
  bitmapStride: define('int FPDFBitmap_GetStride(FPDF_BITMAP bitmap)'),
  bitmapBuffer: define('void *FPDFBitmap_GetBuffer(FPDF_BITMAP bitmap)'),
  pageObject: define('FPDF_PAGEOBJECT FPDFPage_GetObject(FPDF_PAGE page, int index)'),
  imageBitmap: define('FPDF_BITMAP FPDFImageObj_GetBitmap(FPDF_PAGEOBJECT image)'),
};
