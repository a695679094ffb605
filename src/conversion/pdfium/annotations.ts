// The annotations of an open page (fpdf_annot.h).
import koffi from 'koffi';
import type { AnnotationHandle, PageHandle, PageObjectHandle } from './handles.ts';
import { define } from './library.ts';

koffi.pointer('FPDF_ANNOTATION', koffi.opaque());

/** Of ISO 32000-2, table 167. */
export const annotationFlags = { hidden: 0x2 } as const;

export const annotations = {
  /** To be closed. */
  at: define<(page: PageHandle, index: number) => AnnotationHandle | null>(
    'FPDF_ANNOTATION FPDFPage_GetAnnot(FPDF_PAGE page, int index)',
  ),
  /** The objects that it is painted with. */
  countObjects: define<(annotation: AnnotationHandle) => number>(
    'int FPDFAnnot_GetObjectCount(FPDF_ANNOTATION annotation)',
  ),
  object: define<(annotation: AnnotationHandle, index: number) => PageObjectHandle | null>(
    'FPDF_PAGEOBJECT FPDFAnnot_GetObject(FPDF_ANNOTATION annotation, int index)',
  ),
  close: define<(annotation: AnnotationHandle) => void>('void FPDFPage_CloseAnnot(FPDF_ANNOTATION annotation)'),
  setFlags: define<(annotation: AnnotationHandle, flags: number) => number>(
    'int FPDFAnnot_SetFlags(FPDF_ANNOTATION annotation, int flags)',
  ),
};
