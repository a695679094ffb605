/*
 * The few functions of PDFium's C API that are called here (fpdfview.h, fpdf_edit.h, fpdf_formfill.h, fpdf_save.h, fpdf_text.h), declared by hand:
 * Debian ships the library without its headers. https://pdfium.googlesource.com
 */
#ifndef PLATEN_PDFIUM_API_H
#define PLATEN_PDFIUM_API_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fpdf_document *FPDF_DOCUMENT;
typedef struct fpdf_page *FPDF_PAGE;
typedef struct fpdf_bitmap *FPDF_BITMAP;
typedef struct fpdf_form *FPDF_FORMHANDLE;
typedef struct fpdf_object *FPDF_PAGEOBJECT;
typedef struct fpdf_text *FPDF_TEXTPAGE;

enum { FPDF_ANNOT = 0x01, FPDF_REVERSE_BYTE_ORDER = 0x10 };
enum { FPDFBitmap_Gray = 1, FPDFBitmap_BGR = 2, FPDFBitmap_BGRx = 3 };
enum { FPDF_PAGEOBJ_IMAGE = 3 };
enum { FPDF_TEXTRENDERMODE_INVISIBLE = 3 };

typedef struct file_write {
  int version; /* 1 */
  int (*write_block)(struct file_write *self, const void *data, unsigned long size);
} FPDF_FILEWRITE;

/* Version 2 without XFA: the callbacks stay empty, which leaves out scripts and timers. */
typedef struct {
  int version;
  void *callbacks[40];
} FPDF_FORMFILLINFO;

#define PDFIUM_FUNCTIONS(FUNCTION)                                                                                     \
  FUNCTION(void, FPDF_InitLibrary, (void))                                                                             \
  FUNCTION(FPDF_DOCUMENT, FPDF_LoadDocument, (const char *path, const char *password))                                 \
  FUNCTION(FPDF_DOCUMENT, FPDF_LoadMemDocument, (const void *bytes, int size, const char *password))                   \
  FUNCTION(void, FPDF_CloseDocument, (FPDF_DOCUMENT document))                                                         \
  FUNCTION(int, FPDF_GetPageCount, (FPDF_DOCUMENT document))                                                           \
  FUNCTION(FPDF_PAGE, FPDF_LoadPage, (FPDF_DOCUMENT document, int index))                                              \
  FUNCTION(void, FPDF_ClosePage, (FPDF_PAGE page))                                                                     \
  FUNCTION(float, FPDF_GetPageWidthF, (FPDF_PAGE page))                                                                \
  FUNCTION(float, FPDF_GetPageHeightF, (FPDF_PAGE page))                                                               \
  FUNCTION(FPDF_BITMAP, FPDFBitmap_CreateEx, (int width, int height, int format, void *first, int stride))             \
  FUNCTION(void, FPDFBitmap_Destroy, (FPDF_BITMAP bitmap))                                                             \
  FUNCTION(void, FPDF_RenderPageBitmap,                                                                                \
           (FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, int flags))           \
  FUNCTION(FPDF_FORMHANDLE, FPDFDOC_InitFormFillEnvironment, (FPDF_DOCUMENT document, FPDF_FORMFILLINFO *info))        \
  FUNCTION(void, FPDFDOC_ExitFormFillEnvironment, (FPDF_FORMHANDLE form))                                              \
  FUNCTION(void, FPDF_FFLDraw,                                                                                         \
           (FPDF_FORMHANDLE form, FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int rotate, \
            int flags))                                                                                                \
  FUNCTION(void, FPDF_SetFormFieldHighlightAlpha, (FPDF_FORMHANDLE form, unsigned char alpha))                         \
  FUNCTION(int, FPDF_SaveAsCopy, (FPDF_DOCUMENT document, FPDF_FILEWRITE *write, unsigned long flags))                 \
  FUNCTION(int, FPDFPage_CountObjects, (FPDF_PAGE page))                                                               \
  FUNCTION(FPDF_PAGEOBJECT, FPDFPage_GetObject, (FPDF_PAGE page, int index))                                           \
  FUNCTION(int, FPDFPageObj_GetType, (FPDF_PAGEOBJECT object))                                                         \
  FUNCTION(int, FPDFPageObj_GetBounds,                                                                                 \
           (FPDF_PAGEOBJECT object, float *left, float *bottom, float *right, float *top))                             \
  FUNCTION(int, FPDFImageObj_GetImagePixelSize, (FPDF_PAGEOBJECT object, unsigned *width, unsigned *height))           \
  FUNCTION(int, FPDF_PageToDevice,                                                                                     \
           (FPDF_PAGE page, int x, int y, int width, int height, int rotate, double page_x, double page_y,             \
            int *device_x, int *device_y))                                                                             \
  FUNCTION(FPDF_TEXTPAGE, FPDFText_LoadPage, (FPDF_PAGE page))                                                         \
  FUNCTION(void, FPDFText_ClosePage, (FPDF_TEXTPAGE text))                                                             \
  FUNCTION(int, FPDFText_CountChars, (FPDF_TEXTPAGE text))                                                             \
  FUNCTION(unsigned, FPDFText_GetUnicode, (FPDF_TEXTPAGE text, int index))                                             \
  FUNCTION(int, FPDFText_IsGenerated, (FPDF_TEXTPAGE text, int index))                                                 \
  FUNCTION(int, FPDFText_GetCharBox,                                                                                   \
           (FPDF_TEXTPAGE text, int index, double *left, double *right, double *bottom, double *top))                  \
  FUNCTION(FPDF_PAGEOBJECT, FPDFText_GetTextObject, (FPDF_TEXTPAGE text, int index))                                   \
  FUNCTION(int, FPDFTextObj_GetTextRenderMode, (FPDF_PAGEOBJECT object))

struct pdfium_api {
#define MEMBER(result, name, parameters) result(*name) parameters;
  PDFIUM_FUNCTIONS(MEMBER)
#undef MEMBER
};

extern struct pdfium_api pdfium;

struct pdfium_document {
  FPDF_DOCUMENT handle;
  FPDF_FORMHANDLE form; /* NULL without form fields */
  FPDF_FORMFILLINFO info;
};

/* Draws form fields; made at the first call. */
FPDF_FORMHANDLE pdfium_form(struct pdfium_document *document);

#ifdef __cplusplus
}
#endif

#endif
