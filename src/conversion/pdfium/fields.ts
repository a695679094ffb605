// The fields of forms as PDFium paints them, which leaves them out of pages (fpdf_formfill.h).
import koffi from 'koffi';
import type { BitmapHandle, DocumentHandle, FormHandle, PageHandle } from './handles.ts';
import { define } from './library.ts';

koffi.pointer('FPDF_FORMHANDLE', koffi.opaque());

/** Bytes of FPDF_FORMFILLINFO, with room for those of later versions: of version 1, and without any callback. */
const info = Buffer.alloc(1024);
info.writeInt32LE(1);

const calls = {
  open: define<(document: DocumentHandle, info: Buffer) => FormHandle | null>(
    'FPDF_FORMHANDLE FPDFDOC_InitFormFillEnvironment(FPDF_DOCUMENT document, void *info)',
  ),
  close: define<(form: FormHandle) => void>('void FPDFDOC_ExitFormFillEnvironment(FPDF_FORMHANDLE form)'),
  closePage: define<(page: PageHandle, form: FormHandle) => void>(
    'void FORM_OnBeforeClosePage(FPDF_PAGE page, FPDF_FORMHANDLE form)',
  ),
  setAlpha: define<(form: FormHandle, alpha: number) => void>(
    'void FPDF_SetFormFieldHighlightAlpha(FPDF_FORMHANDLE form, unsigned char alpha)',
  ),
  draw: define<(form: FormHandle, bitmap: BitmapHandle, page: PageHandle, ...place: PaintedPlace) => void>(
    'void FPDF_FFLDraw(FPDF_FORMHANDLE form, FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags)',
  ),
};

/** Where a page is painted in a bitmap, how it is turned there, and the flags of rendering. */
export type PaintedPlace = [x: number, y: number, width: number, height: number, rotate: number, flags: number];

/** Paints the fields of an open page that are not hidden. */
export function paintFields(
  document: DocumentHandle,
  bitmap: BitmapHandle,
  page: PageHandle,
  place: PaintedPlace,
): void {
  const form = calls.open(document, info);
  if (form === null) return;
  // As on paper, without the colour that says where one can type.
  calls.setAlpha(form, 0);
  calls.draw(form, bitmap, page, ...place);
  calls.closePage(page, form);
  calls.close(form);
}
