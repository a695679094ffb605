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

/** A function of the library; the C declaration says what koffi passes, the type what TypeScript lets through. */
export const define = (declaration: string): ((...values: never[]) => unknown) => library.func(declaration);

/** Whether a call succeeded (FPDF_BOOL). */
export type Success = 0 | 1;

export const pdfium = {
  init: define('void FPDF_InitLibrary()'),
  loadFile: define('FPDF_DOCUMENT FPDF_LoadDocument(const char *path, const char *password)') as (
    path: string,
    password: string | null,
  ) => DocumentHandle | null,
  /** The buffer has to stay referenced as long as the document is open. */
  loadMemory: define('FPDF_DOCUMENT FPDF_LoadMemDocument(const void *data, int size, const char *password)') as (
    data: Buffer,
    size: number,
    password: string | null,
  ) => DocumentHandle | null,
  close: define('void FPDF_CloseDocument(FPDF_DOCUMENT document)') as (document: DocumentHandle) => void,
  loadPage: define('FPDF_PAGE FPDF_LoadPage(FPDF_DOCUMENT document, int index)') as (
    document: DocumentHandle,
    index: number,
  ) => PageHandle | null,
  closePage: define('void FPDF_ClosePage(FPDF_PAGE page)') as (page: PageHandle) => void,
  createBitmap: define(
    'FPDF_BITMAP FPDFBitmap_CreateEx(int width, int height, int format, void *first, int stride)',
  ) as (width: number, height: number, format: number, first: Buffer, stride: number) => BitmapHandle | null,
  destroyBitmap: define('void FPDFBitmap_Destroy(FPDF_BITMAP bitmap)') as (bitmap: BitmapHandle) => void,
  render: define(
    'void FPDF_RenderPageBitmap(FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags)',
  ) as (
    bitmap: BitmapHandle,
    page: PageHandle,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void,
  bitmapFormat: define('int FPDFBitmap_GetFormat(FPDF_BITMAP bitmap)') as (bitmap: BitmapHandle) => number,
  bitmapWidth: define('int FPDFBitmap_GetWidth(FPDF_BITMAP bitmap)') as (bitmap: BitmapHandle) => number,
  bitmapHeight: define('int FPDFBitmap_GetHeight(FPDF_BITMAP bitmap)') as (bitmap: BitmapHandle) => number,
  bitmapStride: define('int FPDFBitmap_GetStride(FPDF_BITMAP bitmap)') as (bitmap: BitmapHandle) => number,
  bitmapBuffer: define('void *FPDFBitmap_GetBuffer(FPDF_BITMAP bitmap)') as (
    bitmap: BitmapHandle,
  ) => BufferHandle | null,
  pageObject: define('FPDF_PAGEOBJECT FPDFPage_GetObject(FPDF_PAGE page, int index)') as (
    page: PageHandle,
    index: number,
  ) => PageObjectHandle | null,
  imageBitmap: define('FPDF_BITMAP FPDFImageObj_GetBitmap(FPDF_PAGEOBJECT image)') as (
    image: PageObjectHandle,
  ) => BitmapHandle | null,
};
