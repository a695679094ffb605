// The few functions of PDFium's C API that Platen calls (fpdfview.h, fpdf_formfill.h, fpdf_save.h), by koffi.
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
const Form = koffi.pointer('FPDF_FORMHANDLE', koffi.opaque());
const PageObject = koffi.pointer('FPDF_PAGEOBJECT', koffi.opaque());
void [Document, Page, Bitmap, Form, PageObject];

const WriteBlock = koffi.proto('int WriteBlock(void *self, const void *data, unsigned long size)');
const FileWrite = koffi.struct('FPDF_FILEWRITE', { version: 'int', WriteBlock: koffi.pointer(WriteBlock) });
// Version 2 without XFA: the callbacks stay empty, which leaves out scripts and timers.
const FormFillInfo = koffi.struct('FPDF_FORMFILLINFO', { version: 'int', callbacks: koffi.array('void *', 40) });

export const define = (declaration: string) => library.func(declaration);

export const pdfium = {
  init: define('void FPDF_InitLibrary()'),
  lastError: define('unsigned long FPDF_GetLastError()'),
  loadFile: define('FPDF_DOCUMENT FPDF_LoadDocument(const char *path, const char *password)'),
  /** The buffer has to stay referenced as long as the document is open. */
  loadMemory: define('FPDF_DOCUMENT FPDF_LoadMemDocument(const void *data, int size, const char *password)'),
  close: define('void FPDF_CloseDocument(FPDF_DOCUMENT document)'),
  pageCount: define('int FPDF_GetPageCount(FPDF_DOCUMENT document)'),
  loadPage: define('FPDF_PAGE FPDF_LoadPage(FPDF_DOCUMENT document, int index)'),
  closePage: define('void FPDF_ClosePage(FPDF_PAGE page)'),
  pageWidth: define('float FPDF_GetPageWidthF(FPDF_PAGE page)'),
  pageHeight: define('float FPDF_GetPageHeightF(FPDF_PAGE page)'),
  createBitmap: define('FPDF_BITMAP FPDFBitmap_CreateEx(int width, int height, int format, void *first, int stride)'),
  fill: define(
    'void FPDFBitmap_FillRect(FPDF_BITMAP bitmap, int left, int top, int width, int height, unsigned long color)',
  ),
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
  initForm: define('FPDF_FORMHANDLE FPDFDOC_InitFormFillEnvironment(FPDF_DOCUMENT document, FPDF_FORMFILLINFO *info)'),
  exitForm: define('void FPDFDOC_ExitFormFillEnvironment(FPDF_FORMHANDLE form)'),
  drawForm: define(
    'void FPDF_FFLDraw(FPDF_FORMHANDLE form, FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags)',
  ),
  highlight: define('void FPDF_SetFormFieldHighlightAlpha(FPDF_FORMHANDLE form, unsigned char alpha)'),
  saveCopy: define('int FPDF_SaveAsCopy(FPDF_DOCUMENT document, FPDF_FILEWRITE *write, unsigned long flags)'),
};

/** The structure that {@link pdfium.initForm} wants; keep it referenced as long as the form lives. */
export const formInfo = (): Buffer => {
  const info = Buffer.alloc(koffi.sizeof(FormFillInfo));
  info.writeInt32LE(2, 0);
  return info;
};

/** The whole document as PDFium writes it. */
export function savedCopy(document: unknown): Buffer {
  const chunks: Buffer[] = [];
  const write = koffi.register((_self: unknown, data: unknown, size: number) => {
    chunks.push(Buffer.from(koffi.decode(data, koffi.array('uint8', size, 'Typed')) as Uint8Array));
    return 1;
  }, koffi.pointer(WriteBlock));
  const target = koffi.alloc(FileWrite, 1);
  koffi.encode(target, FileWrite, { version: 1, WriteBlock: write });
  const saved = pdfium.saveCopy(document, target, 0) as number;
  koffi.unregister(write);
  if (saved === 0) throw new Error('PDFium could not write the document');
  return Buffer.concat(chunks);
}
