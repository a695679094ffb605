// The few functions of PDFium's C API that Platen calls (fpdfview.h), by koffi.
// The library is the one that LibreOffice's core package ships; it sees the system's fonts. It is not thread-safe: one
// thread of a process uses it.
import { existsSync } from 'node:fs';
import koffi from 'koffi';
import type { BitmapHandle, BufferHandle, DocumentHandle, PageHandle, PageObjectHandle } from './handles.ts';

const paths = ['/usr/lib/libreoffice/program/libpdfiumlo.so', '/usr/lib64/libreoffice/program/libpdfiumlo.so'];

const load = () => {
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`PDFium is not at ${paths.join(' or ')}`);
  return koffi.load(path);
};

const library = load();
for (const handle of ['FPDF_DOCUMENT', 'FPDF_PAGE', 'FPDF_BITMAP', 'FPDF_PAGEOBJECT', 'FPDF_FONT'])
  koffi.pointer(handle, koffi.opaque());

/** A function of the library; the C declaration is for koffi, the type for TypeScript. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states it
export const define = <Call extends (...values: never[]) => unknown>(declaration: string): Call =>
  library.func(declaration) as unknown as Call;

/** Whether a call succeeded (FPDF_BOOL). */
export type Success = 0 | 1;

export const pdfium = {
  init: define<() => void>('void FPDF_InitLibrary()'),
  loadFile: define<(path: string, password: string | null) => DocumentHandle | null>(
    'FPDF_DOCUMENT FPDF_LoadDocument(const char *path, const char *password)',
  ),
  /** The buffer has to stay referenced as long as the document is open. */
  loadMemory: define<(data: Buffer, size: number, password: string | null) => DocumentHandle | null>(
    'FPDF_DOCUMENT FPDF_LoadMemDocument(const void *data, int size, const char *password)',
  ),
  close: define<(document: DocumentHandle) => void>('void FPDF_CloseDocument(FPDF_DOCUMENT document)'),
  loadPage: define<(document: DocumentHandle, index: number) => PageHandle | null>(
    'FPDF_PAGE FPDF_LoadPage(FPDF_DOCUMENT document, int index)',
  ),
  closePage: define<(page: PageHandle) => void>('void FPDF_ClosePage(FPDF_PAGE page)'),
  createBitmap: define<
    (width: number, height: number, format: number, first: Buffer, stride: number) => BitmapHandle | null
  >('FPDF_BITMAP FPDFBitmap_CreateEx(int width, int height, int format, void *first, int stride)'),
  destroyBitmap: define<(bitmap: BitmapHandle) => void>('void FPDFBitmap_Destroy(FPDF_BITMAP bitmap)'),
  render: define<
    (
      bitmap: BitmapHandle,
      page: PageHandle,
      x: number,
      y: number,
      width: number,
      height: number,
      rotate: number,
      flags: number,
    ) => void
  >(
    'void FPDF_RenderPageBitmap(FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags)',
  ),
  bitmapFormat: define<(bitmap: BitmapHandle) => number>('int FPDFBitmap_GetFormat(FPDF_BITMAP bitmap)'),
  bitmapWidth: define<(bitmap: BitmapHandle) => number>('int FPDFBitmap_GetWidth(FPDF_BITMAP bitmap)'),
  bitmapHeight: define<(bitmap: BitmapHandle) => number>('int FPDFBitmap_GetHeight(FPDF_BITMAP bitmap)'),
  bitmapStride: define<(bitmap: BitmapHandle) => number>('int FPDFBitmap_GetStride(FPDF_BITMAP bitmap)'),
  bitmapBuffer: define<(bitmap: BitmapHandle) => BufferHandle | null>('void *FPDFBitmap_GetBuffer(FPDF_BITMAP bitmap)'),
  pageObject: define<(page: PageHandle, index: number) => PageObjectHandle | null>(
    'FPDF_PAGEOBJECT FPDFPage_GetObject(FPDF_PAGE page, int index)',
  ),
  imageBitmap: define<(image: PageObjectHandle) => BitmapHandle | null>(
    'FPDF_BITMAP FPDFImageObj_GetBitmap(FPDF_PAGEOBJECT image)',
  ),
};
