#define _GNU_SOURCE
#include "pdfium.h"
#include "pdfium-api.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct pdfium_api pdfium;

static const char *const paths[] = {
  "/usr/lib/libreoffice/program/libpdfiumlo.so",
  "/usr/lib64/libreoffice/program/libpdfiumlo.so",
};

const char *pdfium_library(void) {
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (access(paths[i], R_OK) == 0) return paths[i];
  return NULL;
}

bool pdfium_load(void) {
  const char *path = pdfium_library();
  void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) return false;
#define FIND(result, name, parameters)                                                                                 \
  if (!(*(void **)&pdfium.name = dlsym(library, #name))) return false;
  PDFIUM_FUNCTIONS(FIND)
#undef FIND
  pdfium.FPDF_InitLibrary();
  return true;
}

struct pdfium_document *pdfium_open(const char *path) {
  struct pdfium_document *document = calloc(1, sizeof *document);
  if (!document) return NULL;
  document->handle = pdfium.FPDF_LoadDocument(path, NULL);
  if (!document->handle) {
    free(document);
    return NULL;
  }
  return document;
}

FPDF_FORMHANDLE pdfium_form(struct pdfium_document *document) {
  if (!document->form) {
    document->info.version = 2;
    document->form = pdfium.FPDFDOC_InitFormFillEnvironment(document->handle, &document->info);
    if (document->form) pdfium.FPDF_SetFormFieldHighlightAlpha(document->form, 0);
  }
  return document->form;
}

void pdfium_close(struct pdfium_document *document) {
  if (!document) return;
  if (document->form) pdfium.FPDFDOC_ExitFormFillEnvironment(document->form);
  pdfium.FPDF_CloseDocument(document->handle);
  free(document);
}

struct file_writer {
  FPDF_FILEWRITE interface; /* first: PDFium hands it back */
  int file;
};

static int write_block(FPDF_FILEWRITE *self, const void *data, unsigned long size) {
  int file = ((struct file_writer *)self)->file;
  for (const char *at = data; size > 0;) {
    ssize_t written = write(file, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    at += written;
    size -= written;
  }
  return 1;
}

bool pdfium_rewrite(struct pdfium_document *document, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return false;
  struct file_writer writer = {{1, write_block}, file};
  bool is_saved = pdfium.FPDF_SaveAsCopy(document->handle, &writer.interface, 0) != 0;
  return close(file) == 0 && is_saved;
}
