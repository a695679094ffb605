/* PDFium, as LibreOffice's core package ships it: documents opened, drawn and written anew. It is not thread-safe. */
#ifndef PLATEN_PDFIUM_H
#define PLATEN_PDFIUM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pdfium_document;

/* Loads the library and starts it; once, before any fork. It starts no threads. False when it is not there. */
bool pdfium_load(void);

/** The path of the library; NULL when it is not installed. */
const char *pdfium_library(void);

/* NULL when PDFium cannot read the file, or it wants a password. */
struct pdfium_document *pdfium_open(const char *path);
void pdfium_close(struct pdfium_document *document);

/* The whole document as PDFium reads it, written to a new file (mode 0600). */
bool pdfium_rewrite(struct pdfium_document *document, const char *path);

#ifdef __cplusplus
}
#endif

#endif
